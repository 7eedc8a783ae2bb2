import { READINESS_QUESTION, type ReadinessReply } from "../src/platform/worker-messages.ts";
import type { Shell } from "./precache.ts";
import type { WorkerScope } from "./scope.ts";
import { unlessReplaced } from "./update.ts";

declare const self: WorkerScope;

/** Answers tabs that ask how much of the shell is stored, by reading the cache. */
export function answerReadiness(shell: Shell): void {
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

/**
 * Whether a shell belongs to this version: the shell of a newer version refers to files that are
 * not stored here.
 */
function refersOnlyTo(own: ReadonlySet<string>, html: string): boolean {
  const named = html.match(/\/assets\/[^"]+/g) ?? [];
  return named.length > 0 && named.every((path) => own.has(path));
}
