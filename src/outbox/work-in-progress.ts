import { workOf } from "../platform/lock-names.ts";
import type { Locks } from "../platform/ports.ts";

/** What must not be interrupted now. */
export type WorkInProgress = "recording" | "sending" | null;

/**
 * What goes on in any tab or in the worker. Asked of the locks and not of the mirror: those of a
 * context that was killed are gone, and an item that one left in flight is not being sent.
 */
export async function workInProgress(locks: Pick<Locks, "query">): Promise<WorkInProgress> {
  const { held = [] } = await locks.query();
  const work = new Set(held.map((lock) => workOf(lock.name ?? "")));
  if (work.has("recording")) return "recording";
  return work.has("sending") ? "sending" : null;
}
