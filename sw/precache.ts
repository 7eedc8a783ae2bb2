import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { isLazyChunk } from "./lazy-chunks.ts";
import type { WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

/** As many as a browser has under way to one server at a time over HTTP/1.1. */
const AT_ONCE = 6;

interface ShellFile {
  url: string;
  /** Null for files with a hash of what is in them in their names. */
  revision?: string | null;
}

/** What is stored for use without a network when the worker is installed. */
export interface Shell {
  controller: PrecacheController;
  files: readonly ShellFile[];
}

/**
 * Stores the shell and every page that technicians need when the worker is installed, and serves them
 * from there, network or not.
 * @returns what is stored, and the paths of the code that is not
 */
export function precacheShell(): { shell: Shell; lazy: string[] } {
  const all = self.__WB_MANIFEST.map((entry) =>
    typeof entry === "string" ? { url: entry } : entry,
  );
  const files = all.filter(({ url }) => !isLazyChunk(url));
  const controller = new PrecacheController();
  controller.addToCacheList(files);
  const shell = { controller, files };
  self.addEventListener("install", (event) => event.waitUntil(storeShell(shell, event)));
  self.addEventListener("activate", (event) => event.waitUntil(controller.activate(event)));
  registerRoute(new PrecacheRoute(controller));
  cleanupOutdatedCaches();
  // The tab that installs the first worker is served by it at once: its later pages load without a
  // network too. An update is another matter and waits to be asked for.
  clientsClaim();
  return {
    shell,
    lazy: all.filter(({ url }) => isLazyChunk(url)).map(({ url }) => `/${url}`),
  };
}

/**
 * Stores what is not stored yet. Several files at a time: one after the other, as Workbox does it
 * (https://github.com/GoogleChrome/workbox/issues/2528), each would wait for a round trip of its own,
 * and somebody who goes down to the basement soon after the first sign-in would go without.
 */
async function storeShell({ controller, files }: Shell, event: ExtendableEvent): Promise<void> {
  const waiting = [...files];
  async function storeNext(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      await store(file);
    }
  }
  async function store({ url, revision }: ShellFile): Promise<void> {
    const request = new Request(url, {
      cache: revision ? "reload" : "default",
      credentials: "same-origin",
    });
    const cacheKey = controller.getCacheKeyForURL(url);
    const params = cacheKey === undefined ? {} : { cacheKey };
    await Promise.all(controller.strategy.handleAll({ request, event, params }));
  }
  await Promise.all(Array.from({ length: AT_ONCE }, storeNext));
}
