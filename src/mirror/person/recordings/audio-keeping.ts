import type { PersonDatabase } from "../person-database.ts";
import { deleteAudioBefore } from "./kept-audio.ts";
import type { AudioKeeping } from "./recording-rows.ts";

/** Default number of days for which the audio of arrived items is kept. */
export const USUAL_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

const UNTOUCHED: AudioKeeping = { name: "audio", days: USUAL_DAYS, lookedAt: null };

/** How many days the audio of arrived items is kept; 0: it is deleted on arrival. */
export async function readAudioDays(db: PersonDatabase): Promise<number> {
  return (await readKeeping(db)).days;
}

/** Sets how many days the audio of arrived items is kept on this device. */
export async function chooseAudioDays(db: PersonDatabase, days: number): Promise<void> {
  await db.transaction("rw", db.audioKeeping, async () => {
    await db.audioKeeping.put({ ...(await readKeeping(db)), days });
  });
}

/**
 * Deletes audio that has been kept for the chosen number of days.
 *
 * The device's clock may be wrong at any time, and deleted audio cannot be restored. So the age is
 * computed from the time of the previous check, and only when the clock has advanced at least a day
 * since then. A clock that jumps ahead deletes nothing unless it stays ahead for a day; after a
 * clock was set back, the day begins again. So audio is kept at least a day longer than chosen.
 * @param now epoch ms
 */
export async function pruneKeptAudio(db: PersonDatabase, now: number): Promise<void> {
  const keeping = await readKeeping(db);
  if (keeping.lookedAt !== null && isSoonAfter(keeping.lookedAt, now)) return;
  const cutoff = await db.transaction("rw", db.audioKeeping, async () => {
    const { days, lookedAt } = await readKeeping(db);
    // Another tab has checked meanwhile.
    if (lookedAt !== null && isSoonAfter(lookedAt, now)) return null;
    await db.audioKeeping.put({ name: "audio", days, lookedAt: now });
    return lookedAt === null || now < lookedAt ? null : lookedAt - days * DAY_MS;
  });
  if (cutoff !== null) await deleteAudioBefore(db, cutoff);
}

function isSoonAfter(lookedAt: number, now: number): boolean {
  return now >= lookedAt && now < lookedAt + DAY_MS;
}

async function readKeeping(db: PersonDatabase): Promise<AudioKeeping> {
  return (await db.audioKeeping.get("audio")) ?? UNTOUCHED;
}
