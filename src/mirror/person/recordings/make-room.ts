import { isOutOfSpace } from "#platform/out-of-space.ts";
import type { PersonDatabase } from "../person-database.ts";

/**
 * Does a write of unsent work. If the device is full, deletes the audio of arrived items, oldest
 * first and twice as many each time, and repeats the write until nothing is left to delete.
 * @param write leaves nothing behind when it fails, and can be repeated
 * @throws the error of the write
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

/** Loaded on demand, because most devices never need it. */
async function freeOldest(db: PersonDatabase, recordings: number): Promise<number> {
  const { freeOldestAudio } = await import("./kept-audio.ts");
  return freeOldestAudio(db, recordings);
}
