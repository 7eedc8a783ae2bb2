import { createElement, Fragment, type ReactNode } from "react";
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
import { showError } from "#ui/toast.ts";
import classes from "./draft.module.css";
import { draftNote, isDoubtful } from "./draft-notes.ts";

/** The text of a draft with its doubtful words marked, and the note about it. */
export function DraftText({ draft }: { draft: SpeechDraft }) {
  const db = useMirror();
  const note = draftNote(draft);
  const undo = (word: { start: number; place: number }) => {
    undoReplacement(db, draft.id, word).catch(() =>
      showError("Error", "It could not be saved. Free some space on this device and try again."),
    );
  };
  return (
    <>
      {draftText(draft) !== "" && (
        <p className={classes.text}>
          {draft.pieces.map((piece) => (
            <Fragment key={piece.start}>
              <Piece piece={piece} undo={(place) => undo({ start: piece.start, place })} />{" "}
            </Fragment>
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
