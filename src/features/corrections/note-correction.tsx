import { Button } from "@mantine/core";
import { Pencil } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { isSummaryOlder, notesKnownHere, readNote } from "#mirror/person/notes.ts";
import { createSharedLive } from "#mirror/shared-live.ts";
import { formatBriefMoment } from "#ui/format.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { PlainButton } from "#ui/plain-button.tsx";
import texts from "../speech-drafts/draft.module.css";
import classes from "./corrections.module.css";
import { EarlierVersions } from "./earlier-versions.tsx";
import { doubtsIn, SUMMARY_IS_OLDER } from "./words.ts";

/** What a person does with the texts of a note, in their place. */
type Task = "edit" | "check";

type Correction = ReturnType<typeof useCorrection>;

/** The notes of which this device has more than the history, and therefore something to show. */
const useKnownNotes = createSharedLive(notesKnownHere);

/**
 * The texts of a note and how they are being corrected.
 * @param id null for what is no note with words
 * @param isEdited whether the texts are known to have been changed
 */
export function useCorrection(id: string | null, isEdited: boolean) {
  const db = useMirror();
  const known = useKnownNotes();
  const [begun, setBegun] = useState<Task | "ended" | null>(null);
  const isRead = id !== null && (isEdited || begun !== null || known?.has(id) === true);
  const note = useLive(isRead ? () => readNote(db, id) : null, [db, id, isRead]) ?? null;
  const doubts = useMemo(() => (note === null ? [] : doubtsIn(note)), [note]);
  // An edit that was left unsaved goes on where it was.
  const isUnsaved = note?.edit != null && begun !== "ended";
  const task = begun === "check" || begun === "edit" ? begun : isUnsaved ? "edit" : null;
  return {
    note,
    doubts,
    task: note === null ? null : task,
    begin: (next: Task) => setBegun(next),
    /** Whether the buttons that begin a task are back in the place of one: they get the focus. */
    hasEnded: begun === "ended",
    end: () => setBegun("ended"),
  };
}

/** The button that opens both texts of a note as fields. @param props.about names the note */
export function EditButton(props: { correction: Correction; about?: string }) {
  const { correction, about } = props;
  if (correction.task !== null) return null;
  return (
    <PlainButton
      icon={Pencil}
      {...(about !== undefined && { "aria-label": `Edit, ${about}` })}
      autoFocus={correction.hasEnded}
      onClick={() => correction.begin("edit")}
    >
      Edit
    </PlainButton>
  );
}

/** The button that goes through the doubtful words. It takes no room in the line where it stands. */
export function CheckButton({ correction }: { correction: Correction }) {
  const { doubts, task } = correction;
  if (doubts.length === 0 || task !== null) return null;
  return (
    <Button
      variant="subtle"
      className={classes.check ?? ""}
      onClick={() => correction.begin("check")}
    >
      Check {doubts.length === 1 ? "1 word" : `${doubts.length} words`}
    </Button>
  );
}

const NoteEditor = lazyWhenIdle(async () => (await import("./note-editor.tsx")).NoteEditor);
const WordCheck = lazyWhenIdle(async () => (await import("./word-check.tsx")).WordCheck);

/** The texts of a note, or what is being done with them. @param props.children the texts */
export function NoteTexts(props: { correction: Correction; children: ReactNode }) {
  const { note, task, doubts, end } = props.correction;
  if (note === null || task === null) return props.children;
  if (task === "edit") return <NoteEditor note={note} onEnd={end} />;
  return <WordCheck note={note} doubts={doubts} onEnd={end} />;
}

/** What is to be known of a note that was edited; the versions before stay readable. */
export function EditedNote({ correction }: { correction: Correction }) {
  const { note, task } = correction;
  if (note === null || note.versions.length === 1 || task !== null) return null;
  const { valid } = note;
  return (
    <>
      {isSummaryOlder(valid, note.versions) && (
        <p className={`${texts.note} ${classes.waits}`}>{SUMMARY_IS_OLDER}</p>
      )}
      <p className={texts.note}>
        Edited by you, {formatBriefMoment(valid.time, Date.now())}
        {valid.waits && <span className={classes.waits}>. It waits to be sent.</span>}
      </p>
      <EarlierVersions note={note} />
    </>
  );
}
