import { VisuallyHidden } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import classes from "./note-outcome.module.css";
import type { NoteProgress } from "./note-progress.ts";
import pageClasses from "./voice-agent-page.module.css";

/** What came of the last note, once there is an answer. */
export function NoteOutcome(props: { progress: NoteProgress | null }) {
  return (
    <>
      <VisuallyHidden aria-live="polite">
        {props.progress?.kind === "heard" && "The transcription is ready."}
      </VisuallyHidden>
      <Outcome progress={props.progress} />
    </>
  );
}

function Outcome(props: { progress: NoteProgress | null }): ReactNode {
  const { progress } = props;
  switch (progress?.kind) {
    case "heard":
      return (
        <>
          <TextCard title="Full Transcription" note="Word for word" text={progress.transcription} />
          {progress.summary !== null && (
            <TextCard title="Suggested Summary" text={progress.summary} />
          )}
        </>
      );
    case "silence":
      return (
        <p role="status" className={pageClasses.card}>
          No speech was recognised in this recording.
        </p>
      );
    case "refused":
      return (
        <div role="alert" className={classes.refused}>
          <p className={classes.refusal}>{progress.message}</p>
          <p>
            The recording is kept on this device. Open “Waiting to send” at the top of the page to
            try again, export or discard it.
          </p>
        </div>
      );
    default:
      return null;
  }
}

function TextCard(props: { title: string; note?: string; text: string }) {
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
    </section>
  );
}
