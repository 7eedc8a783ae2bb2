/**
 * The service worker's cache for lazy chunks, filled on first use. When a new version of the app is
 * installed, it loads its own versions of the cached chunks.
 */
export const LAZY_CHUNK_CACHE = "late-code";
