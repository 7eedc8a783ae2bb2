import type { QueueItem } from "@contracts/queue-item.ts";
import { addItem } from "../outbox/lanes.ts";
import type { PersonDatabase, Recording } from "../person-database.ts";
import { chunksOf } from "./recordings.ts";

/**
 * Puts a recording in which no speech was recognised in the queue once more, as an item of its own.
 *
 * Its chunks move to that item, in the transaction that queues it: they are never in neither place, and
 * never in both, so that whatever deletes a recording deletes its own bytes and nobody else's. They are
 * written anew for that, which only a person's tap waits for.
 * @param newId the id of the new item
 * @returns the id under which it was sent again, now or by a tap before; null when its sound is gone
 * @throws when the device is out of space (`QuotaExceededError`): nothing is changed then
 */
export async function queueAgain(
  db: PersonDatabase,
  id: string,
  newId: string,
  itemOf: (recording: Recording) => QueueItem,
): Promise<string | null> {
  const tables = [db.keptAudio, db.recordings, db.recordingChunks, db.outbox];
  return db.transaction("rw", tables, async () => {
    const audio = await db.keptAudio.get(id);
    if (audio === undefined || !audio.empty) return null;
    if (audio.sentAgainAs !== null) return audio.sentAgainAs;
    const { mimeType, durationMs, size, capturedAt } = audio;
    const recording: Recording = {
      id: newId,
      mimeType,
      startedAt: capturedAt,
      durationMs,
      size,
      state: "sealed",
    };
    const chunks = await chunksOf(db, id).toArray();
    await Promise.all([
      db.recordingChunks.bulkAdd(chunks.map((chunk) => ({ ...chunk, recordingId: newId }))),
      chunksOf(db, id).delete(),
      db.recordings.add(recording),
      db.keptAudio.put({ ...audio, size: 0, packed: 1, sentAgainAs: newId }),
      addItem(db, itemOf(recording)),
    ]);
    return newId;
  });
}

/**
 * What was sent again was discarded: the entry that it came from does not say so any more. Inside the
 * caller's transaction.
 */
export async function forgetSentAgain(db: PersonDatabase, newId: string): Promise<void> {
  await db.keptAudio.where("sentAgainAs").equals(newId).delete();
}
