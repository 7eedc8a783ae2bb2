import type { AudioKeeping, PersonDatabase } from "../person-database.ts";
import { deleteAudioBefore } from "./kept-audio.ts";

/** How many days the sound of what arrived is kept, where its person chose nothing. */
export const USUAL_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

const UNTOUCHED: AudioKeeping = { name: "audio", days: USUAL_DAYS, lookedAt: null };

/** How many days the sound of what arrived is kept; 0: it goes at its arrival. */
export async function readAudioDays(db: PersonDatabase): Promise<number> {
  return (await keepingOf(db)).days;
}

/** Chooses how many days the sound of what arrived is kept on this device. */
export async function chooseAudioDays(db: PersonDatabase, days: number): Promise<void> {
  await db.transaction("rw", db.audioKeeping, async () => {
    await db.audioKeeping.put({ ...(await keepingOf(db)), days });
  });
}

/**
 * Deletes the sound that has been kept for its time.
 *
 * The device's clock may be set at any moment, and what is deleted does not come back: sound is judged
 * by the last look and not by this one, and only once the clock has run on for a day since. A clock that
 * jumps ahead deletes nothing unless it stays there for a day; one that is set back begins anew. So it
 * is kept a day longer at least.
 * @param now epoch ms
 */
export async function pruneKeptAudio(db: PersonDatabase, now: number): Promise<void> {
  const keeping = await keepingOf(db);
  if (keeping.lookedAt !== null && isSoonAfter(keeping.lookedAt, now)) return;
  const cutoff = await db.transaction("rw", db.audioKeeping, async () => {
    const { days, lookedAt } = await keepingOf(db);
    // Another tab was quicker.
    if (lookedAt !== null && isSoonAfter(lookedAt, now)) return null;
    await db.audioKeeping.put({ name: "audio", days, lookedAt: now });
    return lookedAt === null || now < lookedAt ? null : lookedAt - days * DAY_MS;
  });
  if (cutoff !== null) await deleteAudioBefore(db, cutoff);
}

function isSoonAfter(lookedAt: number, now: number): boolean {
  return now >= lookedAt && now < lookedAt + DAY_MS;
}

async function keepingOf(db: PersonDatabase): Promise<AudioKeeping> {
  return (await db.audioKeeping.get("audio")) ?? UNTOUCHED;
}
