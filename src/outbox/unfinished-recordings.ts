import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { deleteUnsealedRecording } from "../mirror/person/recordings/recordings.ts";
import { queueRecording } from "./recording-session.ts";

/**
 * Queues an unfinished recording in its original kind: a voice note or a spoken question.
 * @returns `empty` when it holds nothing; then it is deleted
 */
export function sendUnfinished(db: PersonDatabase, id: string): Promise<"queued" | "empty"> {
  return queueRecording(db, id, null);
}

/** Deletes an unfinished recording for good. */
export function discardUnfinished(db: PersonDatabase, id: string): Promise<void> {
  return deleteUnsealedRecording(db, id);
}
