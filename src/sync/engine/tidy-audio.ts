import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { pruneKeptAudio } from "#mirror/person/recordings/audio-keeping.ts";
import { packKeptAudio } from "#mirror/person/recordings/pack-audio.ts";

/**
 * Looks after the sound of what arrived, behind everything that somebody waits for: deletes what has been
 * kept for its time, and packs the rest. Never throws: what the device can't do now is done another time.
 * @param now epoch ms
 */
export async function tidyAudio(db: PersonDatabase, now: number): Promise<void> {
  try {
    await pruneKeptAudio(db, now);
    await packKeptAudio(db);
  } catch (error) {
    // Closed under it: its person left.
    if (!db.hasBeenClosed()) console.warn("Recordings that were sent could not be tidied:", error);
  }
}
