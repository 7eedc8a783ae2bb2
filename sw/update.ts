import { isSendingNow } from "../src/platform/lock-names.ts";
import { MAKE_WAY, SKIP_WAITING } from "../src/platform/worker-messages.ts";
import type { WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

/** Each ends one of the events that may take long. */
const endings = new Set<() => void>();

/** Replaces the previous version only when a person asked for it in a tab. */
export function updateWhenAsked(): void {
  self.addEventListener("message", (event) => {
    if (event.data?.type === SKIP_WAITING) event.waitUntil(self.skipWaiting());
  });
  new BroadcastChannel(MAKE_WAY).addEventListener("message", () => void makeWayUnlessSending());
}

/** A send is never interrupted by an update. The tab asks again. */
async function makeWayUnlessSending(): Promise<void> {
  if (await isSendingNow(navigator.locks)) return;
  for (const end of endings) end();
}

/**
 * Work of an event that may take long: it ends early when a new version is to take over.
 * @throws when it ended early
 */
export async function unlessReplaced(work: Promise<void>): Promise<void> {
  let end = () => {};
  const replaced = new Promise<never>((_, reject) => {
    end = () => reject(new Error("A new version takes over"));
  });
  endings.add(end);
  try {
    await Promise.race([work, replaced]);
  } finally {
    endings.delete(end);
  }
}
