import type { QueueItem } from "@contracts/queue-item.ts";
import { addItem } from "./lanes.ts";
import type { PersonDatabase, Recording, RecordingChunk } from "./person-database.ts";

/** Notes that a recording has begun. */
export async function addRecording(db: PersonDatabase, recording: Recording): Promise<void> {
  await db.recordings.add(recording);
}

/**
 * Keeps one more chunk, with the length captured up to its end.
 * @throws when the device is out of space (`QuotaExceededError`); what was kept before stays
 */
export async function appendChunk(
  db: PersonDatabase,
  recordingId: string,
  seq: number,
  bytes: ArrayBuffer,
  durationMs: number,
): Promise<void> {
  await db.transaction("rw", db.recordings, db.recordingChunks, async () => {
    const [recording] = await Promise.all([
      db.recordings.get(recordingId),
      db.recordingChunks.put({ recordingId, seq, bytes }),
    ]);
    if (recording === undefined) return;
    const size = recording.size + bytes.byteLength;
    await db.recordings.put({ ...recording, durationMs, size });
  });
}

/** The chunks of a recording, in the order they were captured. */
export function readChunks(db: PersonDatabase, id: string): Promise<RecordingChunk[]> {
  return db.recordingChunks
    .where("[recordingId+seq]")
    .between([id, 0], [id, Number.MAX_SAFE_INTEGER])
    .toArray();
}

/** The bytes of a recording, whole, likewise. */
export async function readRecordingBytes(db: PersonDatabase, id: string): Promise<ArrayBuffer[]> {
  return (await readChunks(db, id)).map((chunk) => chunk.bytes);
}

/** Recordings that were begun and never sealed, oldest first. */
export async function unsealedRecordings(db: PersonDatabase): Promise<Recording[]> {
  return db.recordings.where("state").equals("recording").sortBy("startedAt");
}

/**
 * Seals a recording and puts its item in the queue, together: there is never one without the other.
 * Sealing twice changes nothing. The caller must have written every chunk.
 * @returns false when there is nothing to queue: the recording is gone, or holds nothing
 */
export async function sealRecording(
  db: PersonDatabase,
  id: string,
  itemOf: (recording: Recording) => QueueItem,
): Promise<boolean> {
  return db.transaction("rw", db.recordings, db.outbox, async () => {
    const recording = await db.recordings.get(id);
    if (recording === undefined || recording.size === 0) return false;
    if (recording.state === "sealed") return true;
    await Promise.all([
      db.recordings.put({ ...recording, state: "sealed" }),
      addItem(db, itemOf(recording)),
    ]);
    return true;
  });
}

/** Deletes a recording that was never sealed, bytes and all. A sealed one stays. */
export async function deleteUnsealedRecording(db: PersonDatabase, id: string): Promise<void> {
  await db.transaction("rw", db.recordings, db.recordingChunks, async () => {
    const recording = await db.recordings.get(id);
    if (recording?.state !== "recording") return;
    await deleteRecording(db, id);
  });
}

/** Deletes a recording with its bytes, inside the caller's transaction. */
export async function deleteRecording(db: PersonDatabase, id: string): Promise<void> {
  const chunks = db.recordingChunks
    .where("[recordingId+seq]")
    .between([id, 0], [id, Number.MAX_SAFE_INTEGER]);
  await Promise.all([db.recordings.delete(id), chunks.delete()]);
}
