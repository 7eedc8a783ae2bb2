import type { PersonDatabase } from "../person-database.ts";
import { chunksOf } from "./recordings.ts";

/**
 * From this many bytes on Chromium keeps a value in a file of its own (seen in 156). Smaller ones are
 * parts of a log: deleting them gives no room back until the log is written anew, which a device that is
 * full never does.
 */
const OWN_FILE_BYTES = 64 * 1024;

/** Whether a recording of that size, in bytes, is to be packed once it arrived. */
export function needsPacking(size: number): boolean {
  return size > OWN_FILE_BYTES;
}

/**
 * Joins the chunks of each recording that arrived to a single one, so that deleting it makes room at
 * once. Each in a transaction of its own: a recording in progress waits no longer than that.
 * @throws when there is no room for it (`QuotaExceededError`): those that are left stay as they are
 */
export async function packKeptAudio(db: PersonDatabase): Promise<void> {
  const ids = await db.keptAudio.where("packed").equals(0).primaryKeys();
  for (const id of ids) {
    await db.transaction("rw", db.keptAudio, db.recordingChunks, async () => {
      // Deleted since: what has no row any more is not put back.
      if ((await db.keptAudio.update(id, { packed: 1 })) === 0) return;
      const chunks = await chunksOf(db, id).toArray();
      if (chunks.length < 2) return;
      const bytes = joined(chunks.map((chunk) => chunk.bytes));
      await chunksOf(db, id).delete();
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
