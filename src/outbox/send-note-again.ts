import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { addItem } from "../mirror/person/outbox/lanes.ts";
import { makingRoom } from "../mirror/person/recordings/make-room.ts";
import type { Recording } from "../mirror/person/recordings/recording-rows.ts";
import { queryChunks } from "../mirror/person/recordings/recordings.ts";
import type { Ports } from "../platform/ports.ts";
import { itemOfRecording } from "./recording-session.ts";

/**
 * Queues a recording in which no speech was recognised once more, as a new voice note; a second call
 * changes nothing.
 *
 * Its chunks move to the new item in the transaction that queues it, so that they always belong to
 * exactly one of the two, and code that deletes a recording deletes only its own bytes. The move
 * rewrites the bytes, but only the person's tap waits for that.
 * @returns the id of the new voice note; null when the audio is not on this device any more
 * @throws when the device is out of space (`QuotaExceededError`); then nothing is changed
 */
export function sendNoteAgain(
  db: PersonDatabase,
  ports: Ports,
  id: string,
): Promise<string | null> {
  const newId = ports.newId();
  const tables = [db.keptAudio, db.recordings, db.recordingChunks, db.outbox];
  const queueAgain = async () => {
    const audio = await db.keptAudio.get(id);
    if (audio === undefined || !audio.empty) return null;
    if (audio.sentAgainAs !== null) return audio.sentAgainAs;
    const { mimeType, durationMs, size, capturedAt: startedAt } = audio;
    const state = "sealed" as const;
    const recording: Recording = { id: newId, mimeType, startedAt, durationMs, size, state };
    const chunks = await queryChunks(db, id).toArray();
    await Promise.all([
      db.recordingChunks.bulkAdd(chunks.map((chunk) => ({ ...chunk, recordingId: newId }))),
      queryChunks(db, id).delete(),
      db.recordings.add(recording),
      db.keptAudio.put({ ...audio, size: 0, packed: 1, sentAgainAs: newId }),
      addItem(db, itemOfRecording(recording, null)),
    ]);
    return newId;
  };
  return makingRoom(db, () => db.transaction("rw", tables, queueAgain));
}
