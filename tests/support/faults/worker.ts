import { makeDueNow } from "#mirror/person/outbox/due.ts";
import { keepsRetryTime } from "#sync/engine/pauses.ts";
import type { Tab } from "./world.ts";

/** How long a browser lets a service worker go on over one event. */
const LIFETIME_MS = 30_000;

/** What the service worker does when the browser says that there is a network; then it ends. */
export async function drainAsWorker(worker: Tab): Promise<void> {
  const { db, engine } = worker.context;
  worker.clock.after(LIFETIME_MS, () => worker.life.die());
  try {
    await makeDueNow(db, keepsRetryTime(worker.clock.now()));
    await engine.drainOnce();
  } catch {
    // The browser wakes it again another time.
  } finally {
    worker.life.die();
  }
}
