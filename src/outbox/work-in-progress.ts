import { isSendingNow } from "../platform/lock-names.ts";
import { type HeldLocks, recordingsNow } from "../platform/recording-lock.ts";

/** Work that must not be interrupted now. */
export type WorkInProgress = "recording" | "sending" | null;

/**
 * The work that is in progress in any tab or in the worker. Reads the locks, not the mirror: the
 * locks of a killed context are released, but its items still look as if they were being sent.
 */
export async function workInProgress(locks: HeldLocks): Promise<WorkInProgress> {
  if ((await recordingsNow(locks)).size > 0) return "recording";
  return (await isSendingNow(locks)) ? "sending" : null;
}
