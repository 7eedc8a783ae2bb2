import type { PersonDatabase } from "../person-database.ts";
import { queryChunks } from "./recordings.ts";

/**
 * Chromium stores a value of at least this size (bytes) in a file of its own (seen in 156). Smaller
 * values are parts of a log: deleting them frees no space until the log is rewritten, which never
 * happens on a full device.
 */
const OWN_FILE_BYTES = 64 * 1024;

/** Whether a recording of this size (bytes) is to be packed after its arrival. */
export function needsPacking(size: number): boolean {
  return size > OWN_FILE_BYTES;
}

/**
 * Joins the chunks of each arrived recording to one chunk, so that deleting it frees space at once.
 * Uses one transaction per recording, so that a recording in progress never waits longer than that.
 * @throws when there is no space for it (`QuotaExceededError`); the remaining recordings stay
 *   unchanged
 */
export async function packKeptAudio(db: PersonDatabase): Promise<void> {
  const ids = await db.keptAudio.where("packed").equals(0).primaryKeys();
  for (const id of ids) {
    await db.transaction("rw", db.keptAudio, db.recordingChunks, async () => {
      // Deleted meanwhile: do not restore it.
      if ((await db.keptAudio.update(id, { packed: 1 })) === 0) return;
      const chunks = await queryChunks(db, id).toArray();
      if (chunks.length < 2) return;
      const bytes = joined(chunks.map((chunk) => chunk.bytes));
      await queryChunks(db, id).delete();
      await db.recordingChunks.add({ recordingId: id, seq: 0, bytes });
    });
  }
}

function joined(parts: readonly ArrayBuffer[]): ArrayBuffer {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part), end);
    end += part.byteLength;
  }
  return bytes.buffer;
}
