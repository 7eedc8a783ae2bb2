import type { VoiceTranscribeReply } from "@contracts/voice-transcribe.ts";
import { createElement, Fragment, type ReactNode, useId } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import type {
  DraftPiece,
  DraftWord,
  SpeechDraft,
} from "#mirror/person/recordings/recording-rows.ts";
import {
  draftText,
  UNCLEAR_MARK,
  undoReplacement,
} from "#mirror/person/recordings/speech-drafts.ts";
import { useDraft } from "#mirror/person/recordings/use-local-copy.ts";
import { formatElapsed } from "#ui/format.ts";
import { showNotSaved } from "#ui/toast.ts";
import { isDoubtful } from "#understanding/speech/doubts.ts";
import { usePlayFrom } from "../kept-audio/kept-recording.tsx";
import classes from "./draft.module.css";

/** The draft of a recording that is not on the server yet. */
export function WaitingDraft(props: { id: string; className?: string | undefined }) {
  const draft = useDraft(props.id);
  const labelId = useId();
  if (!isShown(draft)) return null;
  return (
    <section aria-labelledby={labelId} className={props.className ?? classes.draft}>
      <h3 id={labelId} className={classes.title}>
        {DRAFT_TITLE}
      </h3>
      <DraftText draft={draft} playFrom={null} />
    </section>
  );
}

/**
 * The text of a draft with its doubtful words marked, and the note about it.
 * @param props.playFrom plays its sound from a time in seconds on; null without the sound
 */
function DraftText(props: { draft: SpeechDraft; playFrom?: ((seconds: number) => void) | null }) {
  const { draft, playFrom = null } = props;
  const db = useMirror();
  const note = draftNote(draft);
  const undo = (word: { start: number; place: number }) => {
    undoReplacement(db, draft.id, word).catch(() => showNotSaved());
  };
  return (
    <>
      {draftText(draft) !== "" && (
        <p className={classes.text}>
          {draft.pieces.map((piece) => (
            <span key={piece.start} className={playFrom === null ? undefined : classes.stretch}>
              {playFrom !== null && (
                <button
                  type="button"
                  aria-label={`Play from ${formatElapsed(piece.start * 1000)}`}
                  className={classes.play}
                  onClick={() => playFrom(piece.start)}
                >
                  {formatElapsed(piece.start * 1000)}
                </button>
              )}
              <span>
                <Piece piece={piece} undo={(place) => undo({ start: piece.start, place })} />{" "}
              </span>
            </span>
          ))}
        </p>
      )}
      {note !== null && <p className={classes.note}>{note}</p>}
    </>
  );
}

function Piece(props: { piece: DraftPiece; undo: (place: number) => void }) {
  const { words } = props.piece;
  if (words.length === 0) return <span className={classes.unclear}>{UNCLEAR_MARK}</span>;
  const shown = words.flatMap((word, place) => [" ", renderWord(word, () => props.undo(place))]);
  // As separate children, because equal words have nothing that could be a key.
  return createElement(Fragment, null, ...shown.slice(1));
}

function renderWord(word: DraftWord, undo: () => void): ReactNode {
  const { text, heard } = word;
  if (heard !== undefined) {
    return (
      <button
        type="button"
        className={classes.replaced}
        title={`Heard: ${heard}`}
        aria-label={`${text}, heard as ${heard}. Undo`}
        onClick={undo}
      >
        {text}
      </button>
    );
  }
  return isDoubtful(word) ? <mark className={classes.doubtful}>{text}</mark> : text;
}

/** The draft of a recording whose transcription has taken the draft's place. */
export function EarlierDraft({ id }: { id: string }) {
  const draft = useDraft(id);
  if (!isShown(draft)) return null;
  return (
    <details>
      <summary className={classes.open}>{DRAFT_TITLE}</summary>
      <PlayedDraft draft={draft} />
    </details>
  );
}

/** Of its own, so that only entries with a draft look for their sound. */
function PlayedDraft({ draft }: { draft: SpeechDraft }) {
  return <DraftText draft={draft} playFrom={usePlayFrom(draft.id)} />;
}

/** Says that a note was transcribed by this device, as long as the server's reply is kept. */
export function TranscribedHere({ reply }: { reply: VoiceTranscribeReply | null | undefined }) {
  if (reply?.transcribed_by !== "device") return null;
  return (
    <p className={classes.note}>
      Transcribed by this device, because nobody is set up on the server who can do it.
    </p>
  );
}

const DRAFT_TITLE = "Draft, made on this device";

/** Whether a draft has anything to show. */
function isShown(draft: SpeechDraft | undefined): draft is SpeechDraft {
  if (draft === undefined) return false;
  return draft.state === "whole" || draft.pieces.length > 0;
}

/** The meaning of the marks in a text; null when nothing is marked. */
function marksNote(words: readonly DraftWord[]): string | null {
  const meanings = [
    words.some(isDoubtful) && "Dotted words are uncertain.",
    words.some(({ heard }) => heard !== undefined) &&
      "Underlined words come from your company's vocabulary: tap one to put back what was heard.",
  ];
  return meanings.filter(Boolean).join(" ") || null;
}

/** The note about a draft as a whole; null when it needs none. */
function draftNote(draft: SpeechDraft): string | null {
  const isEmpty = draftText(draft) === "";
  if (draft.state === "in-progress") return "The rest is not understood yet.";
  if (draft.state === "failed") return "This device could not understand the rest.";
  if (!isEmpty) return marksNote(draft.pieces.flatMap(({ words }) => words));
  return draft.pieces.length === 0
    ? "No speech was heard. The recording is kept."
    : "The speech is unclear to this device. The recording is kept.";
}
