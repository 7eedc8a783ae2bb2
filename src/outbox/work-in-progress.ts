import { isSendingNow } from "../platform/lock-names.ts";
import { type HeldLocks, recordingsNow } from "../platform/recording-lock.ts";

/** What must not be interrupted now. */
export type WorkInProgress = "recording" | "sending" | null;

/**
 * What goes on in any tab or in the worker. Asked of the locks and not of the mirror: those of a
 * context that was killed are gone, and an item that one left in flight is not being sent.
 */
export async function workInProgress(locks: HeldLocks): Promise<WorkInProgress> {
  if ((await recordingsNow(locks)).size > 0) return "recording";
  return (await isSendingNow(locks)) ? "sending" : null;
}
