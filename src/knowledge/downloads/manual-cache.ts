import type { DocumentKind } from "@contracts/knowledge.ts";

/** Below it the service worker answers from a person's cache, and from nowhere else. */
const MANUALS_PATH = "/manuals/";

const CONTENT_TYPES: Readonly<Record<DocumentKind, string>> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  txt: "text/plain; charset=utf-8",
  md: "text/markdown; charset=utf-8",
};

/** Where a downloaded file is read from, network or not. */
export function manualUrl(personId: string, fileId: string): string {
  return `${MANUALS_PATH}${personId}/${fileId}`;
}

/** The cache that an address of `manualUrl` is kept in; null for any other address. */
export function manualCacheOf(pathname: string): string | null {
  const match = /^\/manuals\/([0-9a-f-]{36})\/[0-9a-f-]{36}$/.exec(pathname);
  return match?.[1] === undefined ? null : cacheName(match[1]);
}

/** The whole files that one person keeps on this device. */
export interface ManualCache {
  put(fileId: string, kind: DocumentKind, parts: readonly ArrayBuffer[]): Promise<void>;
  /** Removes every file but these. */
  keepOnly(fileIds: ReadonlySet<string>): Promise<void>;
}

export function openManualCache(personId: string, storage: CacheStorage = caches): ManualCache {
  return {
    async put(fileId, kind, parts) {
      const file = new Blob([...parts], { type: CONTENT_TYPES[kind] });
      const headers = {
        "Content-Type": CONTENT_TYPES[kind],
        "Content-Length": String(file.size),
        "Accept-Ranges": "bytes",
        // A file that somebody uploaded is material: opened by itself, it runs nothing.
        "Content-Disposition": "attachment",
        "X-Content-Type-Options": "nosniff",
      };
      const cache = await storage.open(cacheName(personId));
      await cache.put(manualUrl(personId, fileId), new Response(file, { headers }));
    },
    async keepOnly(fileIds) {
      const cache = await storage.open(cacheName(personId));
      for (const request of await cache.keys()) {
        const fileId = new URL(request.url).pathname.split("/").at(-1) ?? "";
        if (!fileIds.has(fileId)) await cache.delete(request);
      }
    },
  };
}

/** A downloaded file as it is on this device; null when it is not. */
export async function readManual(personId: string, fileId: string): Promise<ArrayBuffer | null> {
  const cacheNamed = { cacheName: cacheName(personId) };
  const kept = await caches.match(manualUrl(personId, fileId), cacheNamed);
  return (await kept?.arrayBuffer()) ?? null;
}

function cacheName(personId: string): string {
  return `manuals-${personId}`;
}
