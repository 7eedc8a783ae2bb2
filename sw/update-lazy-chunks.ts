import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { LAZY_CHUNK_CACHE } from "../src/knowledge/downloads/manual-cache.ts";
import type { WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

/** The build's folder of lazy chunks. */
const FOLDER = "assets/on-demand/";

/** Whether a build file is a lazy chunk: loaded on first use instead of at install. */
export function isLazyChunk(path: string): boolean {
  return path.startsWith(FOLDER);
}

/**
 * Caches lazy chunks when they are first used. Their names contain a hash of the content, so a
 * cached file is always right. When a new version is installed, it loads its own versions of all
 * chunks that this device has used, so that everything that worked without a network still does.
 * @param files paths of the lazy chunks of this version
 */
export function cacheLazyChunks(files: readonly string[]): void {
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

/**
 * Removes the chunks of other versions, and the other cache entries if pdf.js, with which they were
 * read, has changed.
 */
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

/**
 * The name of a file without its version, equal in two versions of the app. Version 0.1.0 stored
 * some of the files outside the folder.
 */
function withoutVersion(path: string): string {
  return path
    .replace(`/${FOLDER}`, "/assets/")
    .replace(/\/pdfjs-[^/]+\//, "/pdfjs/")
    .replace(/-[\w-]{8}(\.\w+)$/, "$1");
}

function requestPath({ url }: Request): string {
  return new URL(url).pathname;
}
