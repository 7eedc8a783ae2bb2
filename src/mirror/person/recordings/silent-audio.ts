import type { KeptAudio, PersonDatabase } from "../person-database.ts";

/** Recordings in which no speech was recognised, and which are nowhere else, oldest first. */
export async function silentRecordings(db: PersonDatabase): Promise<KeptAudio[]> {
  const kept = await db.keptAudio.orderBy("arrivedAt").toArray();
  return kept.filter((audio) => audio.empty && hasSound(audio));
}

/** Whether its chunks are still its own: those of one that was sent again belong to the new item. */
export function hasSound({ sentAgainAs }: KeptAudio): boolean {
  return sentAgainAs === null;
}
