import { freeOldestAudio, keptAudioTotals } from "./kept-audio.ts";
import { isOutOfSpace } from "./out-of-space.ts";
import type { PersonDatabase } from "./person-database.ts";

/**
 * Writes what is not on the server yet. Where the device is full, the sound of what arrived makes room,
 * oldest first and twice as much each time, before the write is given up.
 * @param write leaves nothing behind when it fails, and can be done again
 * @throws what the write fails with
 */
export async function makingRoom<T>(db: PersonDatabase, write: () => Promise<T>): Promise<T> {
  for (let recordings = 1; ; recordings *= 2) {
    try {
      return await write();
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
      const freed = await freeOldestAudio(db, recordings).catch(() => 0);
      if (freed === 0) throw error;
    }
  }
}

/** Bytes that would make room for what is to be recorded. */
export async function freeableBytes(db: PersonDatabase): Promise<number> {
  return (await keptAudioTotals(db)).understood.size;
}
