import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { LAZY_CHUNK_CACHE } from "../src/knowledge/downloads/manual-cache.ts";
import type { WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

/** The build's folder of lazy chunks, which are loaded on first use instead of at install. */
const FOLDER = "assets/on-demand/";

/**
 * Caches lazy chunks when they are first used; a new version loads its own of those in use.
 * @param files paths of the lazy chunks of this version
 */
function cacheLazyChunks(files: readonly string[]): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
    new CacheFirst({ cacheName: LAZY_CHUNK_CACHE, plugins: [{ cacheWillUpdate: codeAlone }] }),
  );
  self.addEventListener("install", (event) => event.waitUntil(fetchUsed(files)));
  self.addEventListener("activate", (event) => event.waitUntil(dropForeign(files)));
}

/** Rejects a network's login page, which is served for any address. */
async function codeAlone({ response }: { response: Response }): Promise<Response | null> {
  const isPage = response.headers.get("Content-Type")?.includes("html") ?? false;
  return response.status === 200 && !isPage ? response : null;
}

async function fetchUsed(files: readonly string[]): Promise<void> {
  const cache = await caches.open(LAZY_CHUNK_CACHE);
  const cached = (await cache.keys()).map(requestPath);
  const used = new Set(cached.map(withoutVersion));
  const missing = files.filter((file) => used.has(withoutVersion(file)) && !cached.includes(file));
  for (const file of missing) {
    const response = await codeAlone({ response: await fetch(file, { cache: "no-cache" }) });
    // The install fails, and the browser tries it again later.
    if (response === null) throw new Error(`${file} can't be loaded`);
    await cache.put(file, response);
  }
}

/** Removes other versions' chunks, and what pdf.js read with another version of itself. */
async function dropForeign(files: readonly string[]): Promise<void> {
  const cache = await caches.open(LAZY_CHUNK_CACHE);
  const cached = await cache.keys();
  const own = new Set(files);
  const folders = files.flatMap((file) => PDF_DATA.exec(file)?.[0] ?? []);
  const isData = (path: string) => folders.some((folder) => path.startsWith(folder));
  const sameReader = cached.map(requestPath).every((path) => !PDF_DATA.test(path) || isData(path));
  for (const request of cached) {
    const path = requestPath(request);
    const isCode = path.startsWith("/assets/");
    if (isCode ? own.has(path) || isData(path) : sameReader) continue;
    await cache.delete(request);
  }
}

/** pdf.js's data files, in a folder with its version. */
const PDF_DATA = /^\/assets\/on-demand\/pdfjs-[^/]+\//;

/** A file's name without its version; version 0.1.0 stored some outside the folder. */
function withoutVersion(path: string): string {
  return path
    .replace(`/${FOLDER}`, "/assets/")
    .replace(/\/pdfjs-[^/]+\//, "/pdfjs/")
    .replace(/-[\w-]{8}(\.\w+)$/, "$1");
}

function requestPath({ url }: Request): string {
  return new URL(url).pathname;
}

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
 * Stores the app's files at install and serves them, with or without a network.
 * @returns the stored files
 */
export function precacheShell(): Shell {
  const all = self.__WB_MANIFEST.map((entry) =>
    typeof entry === "string" ? { url: entry } : entry,
  );
  const files = all.filter(({ url }) => !url.startsWith(FOLDER));
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
  cacheLazyChunks(all.filter(({ url }) => url.startsWith(FOLDER)).map(({ url }) => `/${url}`));
  return shell;
}

/** Stores the missing files several at a time; Workbox would wait for each (its issue 2528). */
async function storeShell({ controller, files }: Shell, event: ExtendableEvent): Promise<void> {
  const waiting = [...files];
  async function storeNext(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { url, revision } = file;
      const cache = revision ? "reload" : "default";
      const request = new Request(url, { cache, credentials: "same-origin" });
      const cacheKey = controller.getCacheKeyForURL(url);
      const params = cacheKey === undefined ? {} : { cacheKey };
      await Promise.all(controller.strategy.handleAll({ request, event, params }));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, storeNext));
}
