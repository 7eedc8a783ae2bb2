import { DRAIN_TAG } from "../src/sync/background-sync.ts";
import type { WorkerScope } from "./scope.ts";
import { unlessReplaced } from "./update.ts";

declare const self: WorkerScope;

/** Sends waiting items when the browser finds a network, with no tab open. */
export function drainWhenWoken(): void {
  self.addEventListener("sync", (event) => {
    if (event.tag === DRAIN_TAG) event.waitUntil(unlessReplaced(drain()));
  });
}

async function drain(): Promise<void> {
  // The build puts this import into the worker's own script (a service worker cannot load code
  // later), but it runs only here, so that starting the app from the shell does not wait for it.
  const { drainFromWorker } = await import("../src/sync/worker-drain.ts");
  await drainFromWorker();
}
