const FIRST_MS = 1000;
const LONGEST_MS = 300_000;

/** Nothing waits longer than this by itself, whoever asked for it. */
export const LONGEST_WAIT_MS = 3_600_000;

/**
 * How long to wait after the `failures`-th failure in a row (1 = the first): full jitter over a
 * window that doubles from one second to five minutes, so that a crowd of devices coming back at
 * once spreads out. https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 * @returns milliseconds, never less than what the server asked for, up to the longest wait
 */
export function backoff(failures: number, random: number, retryAfterMs: number | null): number {
  const doublings = Math.min(Math.max(failures, 1) - 1, 30);
  const window = Math.min(LONGEST_MS, FIRST_MS * 2 ** doublings);
  return Math.max(Math.ceil(window * random), Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS));
}

/**
 * How long (ms) it still is until `due`. A time further away than anything waits was noted before the
 * device's clock was set back: it has come.
 */
export function waitUntil(due: number, now: number): number {
  return due - now > LONGEST_WAIT_MS ? 0 : Math.max(0, due - now);
}
