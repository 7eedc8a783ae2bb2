import { useItemStatus } from "#mirror/person/outbox/use-item-status.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { queuedProgress } from "#ui/item-progress.ts";
import { type NoteProgress, noteProgress } from "./note-progress.ts";

/** The progress of a queued note, kept up to date; null without a note. */
export function useNoteProgress(noteId: string | null): NoteProgress | null {
  const reachable = useReachable();
  const status = useItemStatus(noteId);
  if (noteId === null) return null;
  // Not read yet. A note is always queued before it is shown here.
  return status === undefined ? queuedProgress(reachable) : noteProgress(status, reachable);
}
