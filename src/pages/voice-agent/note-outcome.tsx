import { Group, Text, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { ListenToEntry, NoSpeech } from "#features/kept-audio/kept-recording.tsx";
import {
  EarlierDraft,
  TranscribedHere,
  WaitingDraft,
} from "#features/speech-drafts/speech-draft.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import type { NoteProgress } from "./note-progress.ts";
import classes from "./under-recorder.module.css";
import pageClasses from "./voice-agent-page.module.css";

interface OutcomeProps {
  noteId: string;
  /** Null if nothing is known about the note. */
  progress: NoteProgress | null;
  /** Called with the new id if this note is sent again. */
  sentAgain: (newId: string) => void;
}

/** The result of the last note. */
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
            <div className={classes.listen}>
              <ListenToEntry id={noteId} />
            </div>
            <TranscribedHere id={noteId} />
            <EarlierDraft id={noteId} />
          </TextCard>
          {progress.summary !== null && (
            <TextCard title="Suggested Summary" text={progress.summary} />
          )}
          {progress.noSummary !== null && (
            <Text fw={600} className={pageClasses.card}>
              {progress.noSummary}
            </Text>
          )}
        </>
      );
    case "silence":
      return (
        <div className={pageClasses.card}>
          <Text role="status" fw={600}>
            No speech was recognised in this recording.
          </Text>
          <NoSpeech id={noteId} sentAgain={sentAgain} />
        </div>
      );
    case "refused":
      return (
        <div role="alert" className={classes.refused}>
          <Text c="var(--fa-alert-text)" fw={600}>
            {progress.message}
          </Text>
          <p>
            The recording is kept on this device. Open “Waiting to send” at the top of the page to
            try again, export or discard it.
          </p>
          <WaitingDraft id={noteId} />
        </div>
      );
    default:
      return <WaitingDraft id={noteId} className={pageClasses.card} />;
  }
}

function TextCard(props: { title: string; note?: string; text: string; children?: ReactNode }) {
  const id = useId();
  return (
    <section className={pageClasses.card} aria-labelledby={id}>
      <Group justify="space-between">
        <div>
          <h2 id={id} className={pageClasses.cardTitle}>
            {props.title}
          </h2>
          {props.note !== undefined && (
            <Text c="dimmed" fz="sm">
              {props.note}
            </Text>
          )}
        </div>
        <CopyButton text={props.text} describedBy={id} />
      </Group>
      <p className={classes.text}>{props.text}</p>
      {props.children}
    </section>
  );
}
