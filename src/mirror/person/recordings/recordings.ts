import type { QueueItem } from "@contracts/queue-item.ts";
import { addItem, promoteNextOfLane } from "../outbox/lanes.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { Recording } from "./recording-rows.ts";

/** Stores a recording that has begun. */
export const addRecording = (db: PersonDatabase, recording: Recording) =>
  db.recordings.add(recording);

/**
 * Stores one more chunk, with the recorded length up to its end.
 * @throws when the device is out of space (`QuotaExceededError`); earlier chunks stay
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

/**
 * All bytes of a recording, in the order they were captured; after its arrival only while its audio
 * is kept.
 */
export const readRecordingBytes = async (db: PersonDatabase, id: string) =>
  (await queryChunks(db, id).toArray()).map(({ bytes }) => bytes);

/** Recordings that were begun and never sealed, oldest first. */
export const unsealedRecordings = (db: PersonDatabase) =>
  db.recordings.where("state").equals("recording").sortBy("startedAt");

/**
 * Seals a recording and queues its item in one transaction, so that neither happens without the
 * other. Sealing twice changes nothing. The caller must have written every chunk.
 * @returns false when there is nothing to queue: the recording is gone or empty
 */
export async function sealRecording(
  db: PersonDatabase,
  id: string,
  toItem: (recording: Recording) => QueueItem,
): Promise<boolean> {
  return db.transaction("rw", db.recordings, db.outbox, async () => {
    const recording = await db.recordings.get(id);
    if (recording === undefined || recording.size === 0) return false;
    if (recording.state === "sealed") return true;
    await Promise.all([
      db.recordings.put({ ...recording, state: "sealed" }),
      addItem(db, toItem(recording)),
    ]);
    return true;
  });
}

/** The result of an undo; `gone`: the recording has arrived or was discarded. */
export type TakenBack = "taken-back" | "on-its-way" | "gone";

/**
 * Undoes a queued recording: in one transaction, removes its item from the queue and makes it an
 * unfinished recording again. A recording that was ever sent stays, because the server may have it.
 * Undoing twice changes nothing.
 */
export async function unsealRecording(db: PersonDatabase, id: string): Promise<TakenBack> {
  return db.transaction("rw", db.recordings, db.outbox, async () => {
    const [recording, item] = await Promise.all([db.recordings.get(id), db.outbox.get(id)]);
    if (recording === undefined) return "gone";
    if (item === undefined) return recording.state === "recording" ? "taken-back" : "gone";
    if (item.undoableUntil === undefined || item.state !== "queued") return "on-its-way";
    await Promise.all([
      db.recordings.put({ ...recording, state: "recording" }),
      db.outbox.delete(id),
    ]);
    await promoteNextOfLane(db, item);
    return "taken-back";
  });
}

/** Deletes an unsealed recording with its bytes. A sealed one stays. */
export async function deleteUnsealedRecording(db: PersonDatabase, id: string): Promise<void> {
  await db.transaction("rw", db.recordings, db.recordingChunks, async () => {
    const recording = await db.recordings.get(id);
    if (recording?.state !== "recording") return;
    await deleteRecording(db, id);
  });
}

/** Deletes a recording with its bytes, inside the caller's transaction. */
export async function deleteRecording(db: PersonDatabase, id: string): Promise<void> {
  await Promise.all([db.recordings.delete(id), queryChunks(db, id).delete()]);
}

/** The chunks of a recording, in the order they were captured. */
export function queryChunks(db: PersonDatabase, id: string) {
  return db.recordingChunks
    .where("[recordingId+seq]")
    .between([id, 0], [id, Number.MAX_SAFE_INTEGER]);
}
