import { useSyncExternalStore } from "react";
import { useLive } from "../../mirror/live.ts";
import { useMirror } from "../../mirror/mirror-context.tsx";
import { readItem, someWaitFor } from "../../mirror/outbox.ts";
import type { PersonDatabase } from "../../mirror/person-database.ts";
import { readResult } from "../../mirror/results.ts";
import { useConnection } from "../../sync/sync-context.tsx";
import {
  NOT_SET_UP,
  type NoteProgress,
  type NoteStanding,
  noteProgress,
  queuedProgress,
} from "./note-progress.ts";

/** What has become of a note that was queued, kept current; null without a note. */
export function useNoteProgress(noteId: string | null): NoteProgress | null {
  const db = useMirror();
  const connection = useConnection();
  const online = useSyncExternalStore(followOnline, () => navigator.onLine);
  const read = useLive(
    async () => (noteId === null ? null : { noteId, standing: await readStanding(db, noteId) }),
    [db, noteId],
  );
  if (noteId === null) return null;
  const reachable = online && connection !== "down";
  // Not read yet, or still that of the note before: a note is queued before it is shown here.
  if (read?.noteId !== noteId) return queuedProgress(reachable);
  return noteProgress(read.standing, reachable);
}

async function readStanding(db: PersonDatabase, noteId: string): Promise<NoteStanding> {
  // The item first: it leaves in the transaction that stores the reply, so that one is always found.
  const item = await readItem(db, noteId);
  if (item === undefined) {
    const result = await readResult(db, noteId);
    return { item, reply: result?.reply, notSetUp: false };
  }
  return { item, reply: undefined, notSetUp: await someWaitFor(db, NOT_SET_UP) };
}

function followOnline(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
