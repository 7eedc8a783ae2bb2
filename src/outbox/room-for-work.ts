import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { keptAudioTotals } from "../mirror/person/recordings/kept-audio.ts";
import { roomLeft } from "../platform/storage-quota.ts";

/**
 * Bytes of storage for new work on this device, by the browser's estimate. Audio that may be
 * deleted to make room counts as free. Null when the browser gives no estimate.
 */
export async function roomForWork(db: PersonDatabase): Promise<number | null> {
  const [room, { understood }] = await Promise.all([roomLeft(), keptAudioTotals(db)]);
  return room === null ? null : room + understood.size;
}
