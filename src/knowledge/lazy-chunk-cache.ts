/**
 * The cache that the service worker keeps on-demand code in from its first use on. A new version of
 * the app brings its own of what is in it.
 */
export const LAZY_CHUNK_CACHE = "late-code";
