import type { PrecacheController } from "workbox-precaching";
import { createPartialResponse } from "workbox-range-requests";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { manualCacheName } from "../src/knowledge/downloads/manual-cache.ts";
import { HISTORY_PATH, SHELL_PATHS, shellFile } from "../src/platform/static-shells.ts";
import { READINESS_QUESTION, type ReadinessReply } from "../src/platform/worker-messages.ts";
import { DRAIN_TAG } from "../src/sync/background-sync.ts";
import { BACKEND_PATHS } from "./backend-paths.ts";
import { openFilled } from "./history.ts";
import type { WorkerScope } from "./scope.ts";
import { precacheShell, type Shell } from "./store-files.ts";
import { unlessReplaced, updateWhenAsked } from "./update.ts";

declare const self: WorkerScope;

/** Serves downloaded manuals from their cache, with support for range requests. */
function serveManuals(): void {
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

/** Sends waiting items when the browser finds a network, with no tab open. */
function drainWhenWoken(): void {
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

/** Answers tabs that ask how much of the shell is stored, by reading the cache. */
function answerReadiness(shell: Shell): void {
  self.addEventListener("message", (event) => {
    if (event.data?.type !== READINESS_QUESTION) return;
    const [port] = event.ports;
    if (port !== undefined) event.waitUntil(unlessReplaced(answer(shell, port)));
  });
}

async function answer({ controller, files }: Shell, port: MessagePort): Promise<void> {
  const active = self.serviceWorker.state === "activated";
  // Take control of a tab that was loaded without the worker, for example by a reload with Shift.
  if (active) await self.clients.claim();
  const cache = await caches.open(controller.strategy.cacheName);
  const cached = new Set((await cache.keys()).map(({ url }) => url));
  const missing = files.filter(({ url }) => !cached.has(controller.getCacheKeyForURL(url) ?? ""));
  const reply: ReadinessReply = { stored: files.length - missing.length, wanted: files.length };
  port.postMessage(reply);
  if (!active || missing.length === 0) return;
  // The caches were cleared: load the missing files, so that the next question finds them.
  const own = new Set(files.map(({ url }) => `/${url}`));
  await Promise.all(
    missing.map(async ({ url }) => {
      const response = await fetch(url, { cache: "no-cache" }).catch(() => null);
      const key = controller.getCacheKeyForURL(url);
      if (response?.status !== 200 || key === undefined) return;
      if (url.endsWith(".html") && !refersOnlyTo(own, await response.clone().text())) return;
      await cache.put(key, response);
    }),
  );
}

/** Whether a shell belongs to this version: a newer one refers to files that are not stored here. */
function refersOnlyTo(own: ReadonlySet<string>, html: string): boolean {
  const named = html.match(/\/assets\/[^"]+/g) ?? [];
  return named.length > 0 && named.every((path) => own.has(path));
}

/** A path whose last segment contains a dot is a file; no page has such an address. */
const FILE = /^[^?]*\.[^./?]*(\?|$)/;

/** Serves stored shells for the app's pages; the backend's paths and files pass through. */
function routeNavigations(controller: PrecacheController): void {
  const denylist = [
    ...BACKEND_PATHS.map((path) => new RegExp(`^${path.replaceAll(".", "\\.")}([/?]|$)`)),
    FILE,
  ];
  const openShell = controller.createHandlerBoundToURL("index.html");
  for (const path of SHELL_PATHS) {
    const open = controller.createHandlerBoundToURL(shellFile(path));
    const openOwn = path === HISTORY_PATH ? openFilled(open, controller) : open;
    registerRoute(new NavigationRoute(openOwn, { allowlist: [new RegExp(`^${path}(\\?|$)`)] }));
  }
  registerRoute(new NavigationRoute(openShell, { denylist }));
}

const shell = precacheShell();
serveManuals();
routeNavigations(shell.controller);
answerReadiness(shell);
drainWhenWoken();
updateWhenAsked();
