const FIRST_MS = 1000;
const LONGEST_MS = 300_000;

/** Maximum automatic wait (ms), even if the server asks for more. */
export const LONGEST_WAIT_MS = 3_600_000;

/**
 * How long to wait after the `failures`-th failure in a row (1 = the first): full jitter over a
 * window that doubles from one second to five minutes, so that many devices that come back at once
 * spread out their requests.
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 * @returns milliseconds, at least what the server asked for, up to `LONGEST_WAIT_MS`
 */
export function backoff(failures: number, random: number, retryAfterMs: number | null): number {
  const doublings = Math.min(Math.max(failures, 1) - 1, 30);
  const window = Math.min(LONGEST_MS, FIRST_MS * 2 ** doublings);
  return Math.max(Math.ceil(window * random), Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS));
}

/**
 * The remaining time (ms) until `due`. A time further away than the longest wait was stored before
 * the device's clock was set back, and counts as reached.
 */
export const waitUntil = (due: number, now: number) =>
  due - now > LONGEST_WAIT_MS ? 0 : Math.max(0, due - now);

/** Resolves after `ms`, or as soon as the signal is aborted. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
