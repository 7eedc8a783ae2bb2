import { createPartialResponse } from "workbox-range-requests";
import { registerRoute } from "workbox-routing";
import { manualCacheName } from "../src/knowledge/downloads/manual-cache.ts";

/** Serves downloaded manuals from their cache, with support for range requests. */
export function serveManuals(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && manualCacheName(url.pathname) !== null,
    async ({ url, request }) => {
      const name = manualCacheName(url.pathname);
      const whole =
        name === null ? undefined : await caches.match(url.pathname, { cacheName: name });
      if (whole === undefined) return new Response(null, { status: 404 });
      return request.headers.has("Range") ? createPartialResponse(request, whole) : whole;
    },
  );
}
