import { addItem } from "../person/outbox/lanes.ts";
import type { PersonDatabase } from "../person/person-database.ts";
import { queryChunks } from "../person/recordings/recordings.ts";
import { deviceDatabase, type Move } from "./device-database.ts";

// Moves one account's unsent work to another account's database. A transaction cannot span two
// databases, so the move has steps: note the move; copy each item and note the copy in the same
// transaction; then delete the original; delete the notes last. After a kill, all steps run again:
// an item that is noted as copied is not copied again, even if it was sent or discarded since.

/** Notes that an account's unsent work is to be moved. */
export async function beginMove(move: Move): Promise<void> {
  await deviceDatabase.moves.put(move);
}

/** The moves that were begun and have not ended. */
export function readMoves(): Promise<Move[]> {
  return deviceDatabase.moves.toArray();
}

/** Whether exactly this move is still running. */
export async function isMoving({ from, to }: Move): Promise<boolean> {
  return (await deviceDatabase.moves.get(from))?.to === to;
}

/** Deletes the note of a completed move. */
export async function endMove({ from }: Move): Promise<void> {
  await deviceDatabase.moves.delete(from);
}

/**
 * Copies an item with its bytes, an unfinished recording, or audio without recognised speech, with
 * the same id, unless it was copied before. The copy is queued as a new item, at the end of its
 * lane: the server deleted its results together with the earlier account, and a refusal may have
 * been about that account.
 */
export async function copyUnsent(
  from: PersonDatabase,
  to: PersonDatabase,
  id: string,
): Promise<void> {
  const [row, recording, chunks, photo, audio] = await from.transaction(
    "r",
    [from.outbox, from.recordings, from.recordingChunks, from.photos, from.keptAudio],
    () =>
      Promise.all([
        from.outbox.get(id),
        from.recordings.get(id),
        queryChunks(from, id).toArray(),
        from.photos.get(id),
        from.keptAudio.get(id),
      ]),
  );
  if (row === undefined && recording === undefined && audio === undefined) return;
  const { outbox, recordings, recordingChunks, photos, keptAudio, takenOver } = to;
  const tables = [outbox, recordings, recordingChunks, photos, keptAudio, takenOver];
  await to.transaction("rw", tables, async () => {
    if ((await to.takenOver.get(id)) !== undefined) return;
    await to.takenOver.put({ id, from: from.personId });
    if (recording !== undefined) await to.recordings.put(recording);
    await to.recordingChunks.bulkPut(chunks);
    if (photo !== undefined) await to.photos.put(photo);
    if (audio !== undefined) await to.keptAudio.put(audio);
    if (row !== undefined) {
      // Due like a new item: an item that was being sent or waited for a sign-in has no due time.
      const due = row.undoableUntil ?? 0;
      await addItem(to, { ...row, state: "queued", attempts: 0, due, reason: null, steps: {} });
    }
  });
}

/** Deletes the notes of the copies from an account, once nothing is left in its database. */
export async function forgetCopied(to: PersonDatabase, fromId: string): Promise<void> {
  await to.takenOver.where("from").equals(fromId).delete();
}
