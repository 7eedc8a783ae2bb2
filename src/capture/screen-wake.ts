/** The browser functions that are needed to keep the screen on; each may be missing. */
export interface ScreenWakeBrowser {
  wakeLock: Pick<WakeLock, "request"> | undefined;
  document: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
}

/**
 * Keeps the screen on until released, if the browser has such a lock and grants it.
 * @returns a function that lets the screen sleep again
 */
export function keepScreenAwake(
  browser: ScreenWakeBrowser = { wakeLock: navigator.wakeLock, document },
): () => void {
  const { wakeLock, document: page } = browser;
  if (wakeLock === undefined) return () => undefined;
  let wanted = true;
  let held: WakeLockSentinel | null = null;

  async function ask(): Promise<void> {
    if (!wanted || page.visibilityState !== "visible") return;
    if (held !== null && !held.released) return;
    try {
      const lock = await wakeLock?.request("screen");
      if (lock === undefined) return;
      // Released while the browser was still deciding.
      if (wanted) held = lock;
      else await lock.release();
    } catch {
      // Refused (low battery, hidden again): the recording continues without it.
    }
  }
  const seen = () => void ask();

  page.addEventListener("visibilitychange", seen);
  void ask();
  return () => {
    wanted = false;
    page.removeEventListener("visibilitychange", seen);
    held?.release().catch(() => undefined);
  };
}
