import type { HeldLocks } from "./recording-lock.ts";

const DRAIN = "field-agents-drain-";

/** Held by the one context (tab or worker) that sends a person's items, while it sends. */
export function drainLockName(personId: string): string {
  return `${DRAIN}${personId}`;
}

/** Held by the one context that sends visitors' requests, while it sends. */
export const EARLY_ACCESS_LOCK = `${DRAIN}leads`;

/**
 * Held by the one tab that discards the unsent work of a deleted account. Earlier versions of the app
 * hold it while they move such work to another account.
 */
export function formerWorkLockName(personId: string): string {
  return `field-agents-move-${personId}`;
}

/** Whether any tab or the worker is sending from this device now. */
export async function isSendingNow(locks: HeldLocks): Promise<boolean> {
  const { held = [] } = await locks.query();
  return held.some(({ name = "" }) => name.startsWith(DRAIN));
}
