import { RECORDING_LOCKS } from "./recording-lock.ts";

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

/** What a lock of that name says is going on. */
export function workOf(lockName: string): "recording" | "sending" | null {
  if (lockName.startsWith(RECORDING_LOCKS)) return "recording";
  if (lockName.startsWith(DRAIN)) return "sending";
  return null;
}
