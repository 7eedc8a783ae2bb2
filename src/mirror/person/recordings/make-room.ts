import { isOutOfSpace } from "#platform/out-of-space.ts";
import type { PersonDatabase } from "../person-database.ts";

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
      const freed = await freeOldest(db, recordings).catch(() => 0);
      if (freed === 0) throw error;
    }
  }
}

/** Most devices never need it: no page waits for its code. */
async function freeOldest(db: PersonDatabase, recordings: number): Promise<number> {
  const { freeOldestAudio } = await import("./kept-audio.ts");
  return freeOldestAudio(db, recordings);
}
