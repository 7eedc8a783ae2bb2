import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { LATE_CODE_CACHE } from "../src/knowledge/late-code-cache.ts";
import type { WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

/**
 * Keeps the code that is not stored at install when it is first used: names hold a hash of what is
 * in them, so that what is kept is right. A new version of the app begins with none of it.
 */
export function keepLateCode(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
    new CacheFirst({ cacheName: LATE_CODE_CACHE }),
  );
  self.addEventListener("activate", (event) => {
    event.waitUntil(caches.delete(LATE_CODE_CACHE));
  });
}
