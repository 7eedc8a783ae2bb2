import { VisuallyHidden } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { ListenToEntry } from "#features/kept-audio/listen-to-entry.tsx";
import { NoSpeech } from "#features/kept-audio/no-speech.tsx";
import { EarlierDraft } from "#features/speech-drafts/earlier-draft.tsx";
import { TranscribedHere } from "#features/speech-drafts/transcribed-here.tsx";
import { WaitingDraft } from "#features/speech-drafts/waiting-draft.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import type { NoteProgress } from "./note-progress.ts";
import classes from "./under-recorder.module.css";
import pageClasses from "./voice-agent-page.module.css";

interface OutcomeProps {
  /** Null if there is no last note, and therefore no progress. */
  noteId: string | null;
  progress: NoteProgress | null;
  /** Called with the new id if this note is sent again. */
  sentAgain: (newId: string) => void;
}

/** The result of the last note, once there is one. */
export function NoteOutcome(props: OutcomeProps) {
  return (
    <>
      <VisuallyHidden aria-live="polite">
        {props.progress?.kind === "heard" && "The transcription is ready."}
      </VisuallyHidden>
      <Outcome {...props} />
    </>
  );
}

function Outcome({ noteId, progress, sentAgain }: OutcomeProps): ReactNode {
  switch (progress?.kind) {
    case "heard":
      return (
        <>
          <TextCard title="Full Transcription" note="Word for word" text={progress.transcription}>
            {noteId !== null && (
              <>
                <div className={classes.listen}>
                  <ListenToEntry id={noteId} />
                </div>
                <TranscribedHere id={noteId} />
                <EarlierDraft id={noteId} />
              </>
            )}
          </TextCard>
          {progress.summary !== null && (
            <TextCard title="Suggested Summary" text={progress.summary} />
          )}
          {progress.noSummary !== null && (
            <p className={`${pageClasses.card} ${classes.silence}`}>{progress.noSummary}</p>
          )}
        </>
      );
    case "silence":
      return (
        <div className={pageClasses.card}>
          <p role="status" className={classes.silence}>
            No speech was recognised in this recording.
          </p>
          {noteId !== null && <NoSpeech id={noteId} sentAgain={sentAgain} />}
        </div>
      );
    case "refused":
      return (
        <div role="alert" className={classes.refused}>
          <p className={classes.refusal}>{progress.message}</p>
          <p>
            The recording is kept on this device. Open “Waiting to send” at the top of the page to
            try again, export or discard it.
          </p>
          {noteId !== null && <WaitingDraft id={noteId} />}
        </div>
      );
    default:
      return noteId === null ? null : <WaitingDraft id={noteId} className={pageClasses.card} />;
  }
}

function TextCard(props: { title: string; note?: string; text: string; children?: ReactNode }) {
  const id = useId();
  return (
    <section className={pageClasses.card} aria-labelledby={id}>
      <div className={classes.top}>
        <div>
          <h2 id={id} className={pageClasses.cardTitle}>
            {props.title}
          </h2>
          {props.note !== undefined && <p className={pageClasses.cardNote}>{props.note}</p>}
        </div>
        <CopyButton text={props.text} describedBy={id} />
      </div>
      <p className={classes.text}>{props.text}</p>
      {props.children}
    </section>
  );
}
