import { isSendingNow } from "../src/platform/lock-names.ts";
import { MAKE_WAY, SKIP_WAITING } from "../src/platform/update-messages.ts";
import type { WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

let makeWay = () => {};
const wayMade = new Promise<void>((resolve) => {
  makeWay = resolve;
});

/** Replaces the previous version only when a person asked for it in a tab. */
export function updateWhenAsked(): void {
  self.addEventListener("message", (event) => {
    if (event.data?.type === SKIP_WAITING) event.waitUntil(self.skipWaiting());
    if (event.data?.type === MAKE_WAY) event.waitUntil(makeWayUnlessSending());
  });
}

/** A send is never interrupted by an update. The tab asks again. */
async function makeWayUnlessSending(): Promise<void> {
  if (!(await isSendingNow(navigator.locks))) makeWay();
}

/**
 * Work of an event that may take long. If a new version is to take over, the event ends early, and
 * so does the work with this worker: it can be begun again like after a death.
 * @throws when it ended early
 */
export async function unlessReplaced(work: Promise<void>): Promise<void> {
  const replaced = wayMade.then(() => {
    throw new Error("A new version takes over");
  });
  await Promise.race([work, replaced]);
}
