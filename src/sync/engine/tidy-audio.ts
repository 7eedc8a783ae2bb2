import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { pruneKeptAudio } from "#mirror/person/recordings/audio-keeping.ts";
import { packKeptAudio } from "#mirror/person/recordings/pack-audio.ts";

/**
 * Deletes the audio of arrived items when its retention time is over, and packs the rest. Runs in
 * the background and never throws: if the device fails, the next call does the work.
 * @param now epoch ms
 */
export async function tidyAudio(db: PersonDatabase, now: number): Promise<void> {
  try {
    await pruneKeptAudio(db, now);
    await packKeptAudio(db);
  } catch (error) {
    // The person signed out, which closed the database.
    if (!db.hasBeenClosed()) console.warn("Recordings that were sent could not be tidied:", error);
  }
}
