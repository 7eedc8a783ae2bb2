const LONGEST_MS = 30_000;

const waiting = new Set<() => void>();

/** Has everything that failed for want of a signal tried again now. */
export function tryAgainNow(): void {
  for (const wake of [...waiting]) wake();
}

/**
 * Waits after the `failures`-th failure in a row (1 = the first) until there may be a signal: the
 * browser says so, the page is looked at again, somebody asks, or some seconds have passed, since not
 * every network that comes back is told of.
 */
export function whenWorthTrying(failures: number): Promise<void> {
  return new Promise((resolve) => {
    function wake(): void {
      clearTimeout(timer);
      waiting.delete(wake);
      window.removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", seen);
      resolve();
    }
    function seen(): void {
      if (document.visibilityState === "visible") wake();
    }
    const timer = setTimeout(wake, Math.min(LONGEST_MS, 1000 * 2 ** failures));
    waiting.add(wake);
    window.addEventListener("online", wake);
    document.addEventListener("visibilitychange", seen);
  });
}
