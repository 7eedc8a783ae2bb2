import { Group, Text, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useId } from "react";
import {
  CheckButton,
  EditButton,
  EditedNote,
  NoteTexts,
  useCorrection,
} from "#features/corrections/note-correction.tsx";
import { CopyNote } from "#features/history/copy-note.tsx";
import { ListenToEntry, NoSpeech } from "#features/kept-audio/kept-recording.tsx";
import {
  EarlierDraft,
  TranscribedHere,
  WaitingDraft,
} from "#features/speech-drafts/speech-draft.tsx";
import type { Note } from "#mirror/person/notes.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { describeRefusal } from "#ui/describe-item.ts";
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
      return <Heard key={noteId} noteId={noteId} heard={progress} />;
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
            {describeRefusal(progress.reason)}
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

type HeardNote = Extract<NoteProgress, { kind: "heard" }>;

/** The texts of a note, as they are valid now. */
function Heard({ noteId, heard }: { noteId: string; heard: HeardNote }) {
  const correction = useCorrection(noteId, true);
  const shown = asCorrected(heard, correction.note);
  const isEdited = shown !== heard;
  const about = (
    <>
      <EditedNote correction={correction} />
      <div className={classes.listen}>
        <ListenToEntry id={noteId} />
      </div>
      <TranscribedHere reply={correction.note?.reply} />
      <EarlierDraft id={noteId} />
    </>
  );
  if (correction.task !== null) {
    return (
      <div className={pageClasses.card}>
        <NoteTexts correction={correction}>{null}</NoteTexts>
        {about}
      </div>
    );
  }
  return (
    <>
      <Group gap="0.5rem">
        <CopyNote label="Copy for CRM" note={{ ...shown, id: noteId }} />
        <EditButton correction={correction} />
        <CheckButton correction={correction} />
      </Group>
      <TextCard
        title="Full Transcription"
        note={isEdited ? "As you changed it" : "Word for word"}
        text={shown.transcription}
      >
        {about}
      </TextCard>
      {shown.summary !== null && <TextCard title="Suggested Summary" text={shown.summary} />}
      {shown.noSummary !== null && (
        <Text fw={600} className={pageClasses.card}>
          {shown.noSummary}
        </Text>
      )}
    </>
  );
}

/** A note with the texts that its person wrote last. */
function asCorrected(heard: HeardNote, note: Note | null): HeardNote {
  if (note === null || note.versions.length === 1) return heard;
  const { transcription, summary } = note.valid;
  const none = summary === "" || summary === transcription;
  return { ...heard, transcription, summary: none ? null : summary, noSummary: null };
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
