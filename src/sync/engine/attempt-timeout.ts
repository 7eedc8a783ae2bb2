/** Covers the server's own patience with the AI provider. */
const BASE_MS = 90_000;
/** The slowest line worth waiting on: a basement's 2G, about 64 kbit/s. */
const BYTES_PER_SECOND = 8_000;

/** How long one attempt may take before it is cut off. @param size bytes to send @returns ms */
export function attemptTimeout(size: number): number {
  return BASE_MS + Math.ceil(size / BYTES_PER_SECOND) * 1000;
}
