import type { QueueItem } from "@contracts/queue-item.ts";
import { addItem } from "../outbox/lanes.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { Recording } from "./recording-rows.ts";
import { queryChunks } from "./recordings.ts";

/**
 * Queues a recording in which no speech was recognised once more, as a new item.
 *
 * Its chunks move to the new item in the transaction that queues it, so that they always belong to
 * exactly one of the two, and code that deletes a recording deletes only its own bytes. The move
 * rewrites the bytes, but only the person's tap waits for that.
 * @param newId the id of the new item
 * @returns the id of the new item, from this or an earlier call; null when the audio is gone
 * @throws when the device is out of space (`QuotaExceededError`); then nothing is changed
 */
export async function queueAgain(
  db: PersonDatabase,
  id: string,
  newId: string,
  toItem: (recording: Recording) => QueueItem,
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
    const chunks = await queryChunks(db, id).toArray();
    await Promise.all([
      db.recordingChunks.bulkAdd(chunks.map((chunk) => ({ ...chunk, recordingId: newId }))),
      queryChunks(db, id).delete(),
      db.recordings.add(recording),
      db.keptAudio.put({ ...audio, size: 0, packed: 1, sentAgainAs: newId }),
      addItem(db, toItem(recording)),
    ]);
    return newId;
  });
}

/**
 * Deletes the note that an entry was sent again, because the new item was discarded. Inside the
 * caller's transaction.
 */
export async function forgetSentAgain(db: PersonDatabase, newId: string): Promise<void> {
  await db.keptAudio.where("sentAgainAs").equals(newId).delete();
}
