import { freeableBytes } from "../mirror/make-room.ts";
import type { PersonDatabase } from "../mirror/person-database.ts";

/** Asks the browser not to clear this app's storage when the device runs low. Asking twice is harmless. */
export async function askToPersist(): Promise<void> {
  if ((await navigator.storage?.persisted?.()) === false) await navigator.storage.persist();
}

/** Bytes this app may still store, by the browser's estimate; null when it does not tell. */
export async function roomLeft(): Promise<number | null> {
  const estimate = await navigator.storage?.estimate?.();
  if (estimate?.quota === undefined) return null;
  return Math.max(0, estimate.quota - (estimate.usage ?? 0));
}

/**
 * Bytes there are for what is made on this device, by the browser's estimate: what may be deleted for it
 * counts as room. Null when the browser does not tell.
 */
export async function roomForWork(db: PersonDatabase): Promise<number | null> {
  const [room, freeable] = await Promise.all([roomLeft(), freeableBytes(db)]);
  return room === null ? null : room + freeable;
}
