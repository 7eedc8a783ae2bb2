import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { keptAudioTotals } from "../mirror/person/recordings/kept-audio.ts";
import { roomLeft } from "../platform/storage-quota.ts";

/**
 * Bytes there are for what is made on this device, by the browser's estimate: what may be deleted for it
 * counts as room. Null when the browser does not tell.
 */
export async function roomForWork(db: PersonDatabase): Promise<number | null> {
  const [room, { understood }] = await Promise.all([roomLeft(), keptAudioTotals(db)]);
  return room === null ? null : room + understood.size;
}
