import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import type { WorkerScope } from "./scope.ts";
import { isLazyChunk } from "./update-lazy-chunks.ts";

declare const self: WorkerScope;

/** Parallel downloads: as many as a browser makes to one server over HTTP/1.1. */
const AT_ONCE = 6;

interface ShellFile {
  url: string;
  /** Null for files whose names contain a hash of the content. */
  revision?: string | null;
}

/** The files that are stored for use without a network when the worker is installed. */
export interface Shell {
  controller: PrecacheController;
  files: readonly ShellFile[];
}

/**
 * Stores the shell and every page that technicians need when the worker is installed, and serves
 * them from the cache, with or without a network.
 * @returns the stored files, and the paths of the lazy chunks
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
  // The first worker controls the tab that installed it at once, so that its next pages load
  // without a network too. An update instead waits until a person asks for it.
  clientsClaim();
  return {
    shell,
    lazy: all.filter(({ url }) => isLazyChunk(url)).map(({ url }) => `/${url}`),
  };
}

/**
 * Stores the missing files, several at a time. Workbox stores them one after the other
 * (https://github.com/GoogleChrome/workbox/issues/2528): each file would wait for its own round
 * trip, and a person who goes into a basement soon after the first sign-in would lack some.
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
