import { addItem } from "../person/outbox/lanes.ts";
import type { PersonDatabase } from "../person/person-database.ts";
import { chunksOf } from "../person/recordings/recordings.ts";
import { deviceDatabase, type Move } from "./device-database.ts";

// What one account left is moved to the database of another, and no transaction is over two databases.
// So the move is noted first; each thing is copied, noted as copied in that same transaction, and only
// then deleted where it was; at last the notes go. After a kill it is all done again: what was copied
// is not copied again, also when it was sent or discarded since.

/** Notes that what waits under an account is to be moved. */
export async function beginMove(move: Move): Promise<void> {
  await deviceDatabase.moves.put(move);
}

/** The moves that were begun and have not ended. */
export function readMoves(): Promise<Move[]> {
  return deviceDatabase.moves.toArray();
}

/** Whether that very move has not ended. */
export async function isMoving({ from, to }: Move): Promise<boolean> {
  return (await deviceDatabase.moves.get(from))?.to === to;
}

/** Nothing of it is left to do. */
export async function endMove({ from }: Move): Promise<void> {
  await deviceDatabase.moves.delete(from);
}

/**
 * Copies an item with its bytes, an unfinished recording, or the sound of one without recognised speech,
 * under the same id, unless it was copied before. The item is queued as new, behind those of its lane:
 * what the server did for the earlier account was deleted with it, and what it refused may have been
 * about that account.
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
        chunksOf(from, id).toArray(),
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
      // Due like a new one: what waited for a sign-in, or was being sent, has no time of its own.
      const due = row.undoableUntil ?? 0;
      await addItem(to, { ...row, state: "queued", attempts: 0, due, reason: null, steps: {} });
    }
  });
}

/** Deletes the notes of what was copied from an account, once nothing of it is left there. */
export async function forgetCopied(to: PersonDatabase, fromId: string): Promise<void> {
  await to.takenOver.where("from").equals(fromId).delete();
}
