import { useEffect } from "react";
import { create } from "zustand";
import { freeableBytes } from "../mirror/make-room.ts";
import type { PersonDatabase } from "../mirror/person-database.ts";

/**
 * Whether the browser has agreed not to clear this app's storage when the device runs low.
 * `unknown`: it was not asked yet, or has no word for it.
 */
export type Persistence = "unknown" | "agreed" | "not-agreed";

const useAgreement = create<Persistence>(() => "unknown");

/** Asks the browser not to clear this app's storage when the device runs low. Asking twice is harmless. */
export async function askToPersist(): Promise<void> {
  if ((await navigator.storage?.persisted?.()) === false) await navigator.storage.persist();
  await lookAtPersistence();
}

async function lookAtPersistence(): Promise<void> {
  const persisted = await navigator.storage?.persisted?.();
  if (persisted === undefined) return;
  useAgreement.setState(persisted ? "agreed" : "not-agreed", true);
}

/** What the browser says of it now: an app that is installed meanwhile may be asked again and agree. */
export function usePersistence(): Persistence {
  useEffect(() => {
    // Browsers that block storage throw: nothing is known then.
    lookAtPersistence().catch(() => undefined);
  }, []);
  return useAgreement();
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
