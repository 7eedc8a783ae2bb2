import { whenVisible } from "./page-visibility.ts";

const LONGEST_MS = 30_000;

const waiting = new Set<() => void>();

/** Makes everything that waits for a signal try again now. */
export function tryAgainNow(): void {
  for (const wake of [...waiting]) wake();
}

/**
 * Waits after the `failures`-th failure in a row (1 = the first) until there may be a signal: the
 * browser is online, the page becomes visible, `tryAgainNow` is called, or some seconds have
 * passed, because browsers do not report every network that comes back.
 */
export function whenWorthTrying(failures: number): Promise<void> {
  return new Promise((resolve) => {
    function wake(): void {
      clearTimeout(timer);
      waiting.delete(wake);
      window.removeEventListener("online", wake);
      endWatch();
      resolve();
    }
    const timer = setTimeout(wake, Math.min(LONGEST_MS, 1000 * 2 ** failures));
    waiting.add(wake);
    window.addEventListener("online", wake);
    const endWatch = whenVisible(wake);
  });
}
