import type { WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

/** Replaces the previous version only when a person asked for it in a tab. */
export function updateWhenAsked(): void {
  self.addEventListener("message", (event) => {
    // The message that workbox-window's `messageSkipWaiting` sends.
    if (event.data?.type === "SKIP_WAITING") event.waitUntil(self.skipWaiting());
  });
}
