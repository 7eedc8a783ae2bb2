import { makeDueNow } from "#mirror/person/outbox/due.ts";
import { keepsRetryTime } from "#sync/engine/pauses.ts";
import type { Tab } from "./tab.ts";

/** How long a browser lets a service worker run for one event. */
const LIFETIME_MS = 30_000;

/** Does what the service worker does when the browser reports a network; then the worker ends. */
export async function drainAsWorker(worker: Tab): Promise<void> {
  const { db, engine } = worker.context;
  worker.clock.after(LIFETIME_MS, () => worker.life.die());
  try {
    await makeDueNow(db, keepsRetryTime(worker.clock.now()));
    await engine.drainOnce();
  } catch {
    // A failure is left to the next time the browser wakes the worker.
  } finally {
    worker.life.die();
  }
}
