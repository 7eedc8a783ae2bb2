import type { HeldLocks } from "./recording-lock.ts";

const DRAIN = "field-agents-drain-";

/** Held by the one context, tab or worker, that sends a person's items, for as long as it does. */
export function drainLockName(personId: string): string {
  return `${DRAIN}${personId}`;
}

/** Held by the one context that sends visitors' requests, for as long as it does. */
export const EARLY_ACCESS_LOCK = `${DRAIN}leads`;

/** Held by the one tab that moves what waits under that account to another, or discards it. */
export function moveLockName(fromId: string): string {
  return `field-agents-move-${fromId}`;
}

/** Whether something is sent from this device now, by whichever tab or the worker. */
export async function isSendingNow(locks: HeldLocks): Promise<boolean> {
  const { held = [] } = await locks.query();
  return held.some(({ name = "" }) => name.startsWith(DRAIN));
}
