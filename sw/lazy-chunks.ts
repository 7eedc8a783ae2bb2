import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { LAZY_CHUNK_CACHE } from "../src/knowledge/lazy-chunk-cache.ts";
import type { WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

/** Where the build puts them. */
const FOLDER = "assets/on-demand/";

/** Whether a file of the build is fetched when it is first used, in place of at install. */
export function isLazyChunk(path: string): boolean {
  return path.startsWith(FOLDER);
}

/**
 * Keeps the code that is not stored at install when it is first used: names hold a hash of what is
 * in them, so that what is kept is right. What this device has used so far it also has of a new
 * version, before that one takes over: what could be opened without a network still can.
 * @param files paths of that code in this version
 */
export function cacheLazyChunks(files: readonly string[]): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
    new CacheFirst({ cacheName: LAZY_CHUNK_CACHE, plugins: [{ cacheWillUpdate: codeAlone }] }),
  );
  self.addEventListener("install", (event) => event.waitUntil(fetchUsed(files)));
  self.addEventListener("activate", (event) => event.waitUntil(dropForeign(files)));
}

/** A network's login page, which answers for anything, is no code. */
async function codeAlone({ response }: { response: Response }): Promise<Response | null> {
  const isPage = response.headers.get("Content-Type")?.includes("html") ?? false;
  return response.status === 200 && !isPage ? response : null;
}

async function fetchUsed(files: readonly string[]): Promise<void> {
  const cache = await caches.open(LAZY_CHUNK_CACHE);
  const kept = (await cache.keys()).map(pathOf);
  const used = new Set(kept.map(withoutVersion));
  const missing = files.filter((file) => used.has(withoutVersion(file)) && !kept.includes(file));
  for (const file of missing) {
    const response = await codeAlone({ response: await fetch(file, { cache: "no-cache" }) });
    // The worker is not installed then: the browser tries again.
    if (response === null) throw new Error(`${file} can't be loaded`);
    await cache.put(file, response);
  }
}

/** Removes the code of other versions, and what was noted of files that were read with it. */
async function dropForeign(files: readonly string[]): Promise<void> {
  const cache = await caches.open(LAZY_CHUNK_CACHE);
  const kept = await cache.keys();
  const own = new Set(files);
  const folders = files.flatMap((file) => PDF_DATA.exec(file)?.[0] ?? []);
  const isData = (path: string) => folders.some((folder) => path.startsWith(folder));
  const sameReader = kept.map(pathOf).every((path) => !PDF_DATA.test(path) || isData(path));
  for (const request of kept) {
    const path = pathOf(request);
    const isCode = path.startsWith("/assets/");
    if (isCode ? own.has(path) || isData(path) : sameReader) continue;
    await cache.delete(request);
  }
}

/** What pdf.js reads beside its code, in a folder of its version. */
const PDF_DATA = /^\/assets\/on-demand\/pdfjs-[^/]+\//;

/** Alike for the same file in two versions of the app: 0.1.0 kept some of them outside the folder. */
function withoutVersion(path: string): string {
  return path
    .replace(`/${FOLDER}`, "/assets/")
    .replace(/\/pdfjs-[^/]+\//, "/pdfjs/")
    .replace(/-[\w-]{8}(\.\w+)$/, "$1");
}

function pathOf({ url }: Request): string {
  return new URL(url).pathname;
}
