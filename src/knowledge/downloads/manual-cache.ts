import type { DocumentKind } from "@contracts/knowledge.ts";

/**
 * The service worker's cache for lazy chunks, filled on first use. When a new version of the app is
 * installed, it loads its own versions of the cached chunks.
 */
export const LAZY_CHUNK_CACHE = "late-code";

/** The service worker answers requests below this path only from a person's cache. */
const MANUALS_PATH = "/manuals/";

const CONTENT_TYPES: Readonly<Record<DocumentKind, string>> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  txt: "text/plain; charset=utf-8",
  md: "text/markdown; charset=utf-8",
};

/** The address of a downloaded file, which works with or without a network. */
export function manualUrl(personId: string, fileId: string): string {
  return `${MANUALS_PATH}${personId}/${fileId}`;
}

/** The name of the cache for an address of `manualUrl`; null for any other address. */
export function manualCacheName(pathname: string): string | null {
  const match = /^\/manuals\/([0-9a-f-]{36})\/[0-9a-f-]{36}$/.exec(pathname);
  return match?.[1] === undefined ? null : cacheName(match[1]);
}

export type ManualCache = ReturnType<typeof openManualCache>;

/** One person's completely downloaded files on this device. */
export function openManualCache(personId: string) {
  return {
    async put(fileId: string, kind: DocumentKind, parts: readonly ArrayBuffer[]): Promise<void> {
      const file = new Blob([...parts], { type: CONTENT_TYPES[kind] });
      const headers = {
        "Content-Type": CONTENT_TYPES[kind],
        "Content-Length": String(file.size),
        "Accept-Ranges": "bytes",
        // Uploaded files are not trusted: opened directly, a file must not run as a page.
        "Content-Disposition": "attachment",
        "X-Content-Type-Options": "nosniff",
      };
      const cache = await caches.open(cacheName(personId));
      await cache.put(manualUrl(personId, fileId), new Response(file, { headers }));
    },
    /** Removes every file but these. */
    async keepOnly(fileIds: ReadonlySet<string>): Promise<void> {
      const cache = await caches.open(cacheName(personId));
      for (const request of await cache.keys()) {
        const fileId = new URL(request.url).pathname.split("/").at(-1) ?? "";
        if (!fileIds.has(fileId)) await cache.delete(request);
      }
    },
  };
}

/** A downloaded file; null when it is not on this device. */
export async function readManual(personId: string, fileId: string): Promise<ArrayBuffer | null> {
  const cacheNamed = { cacheName: cacheName(personId) };
  const stored = await caches.match(manualUrl(personId, fileId), cacheNamed);
  return (await stored?.arrayBuffer()) ?? null;
}

function cacheName(personId: string): string {
  return `manuals-${personId}`;
}
