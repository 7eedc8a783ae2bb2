/**
 * Calls `frozen` when the browser freezes this page, with a promise that resolves when it is
 * resumed. A worker is never frozen.
 * @returns a function that stops it
 */
export function whenFrozen(frozen: (resumed: Promise<void>) => void): () => void {
  const { document } = globalThis as { document?: EventTarget };
  function freeze(): void {
    frozen(
      new Promise((resolve) => {
        document?.addEventListener("resume", () => resolve(), { once: true });
      }),
    );
  }
  document?.addEventListener("freeze", freeze);
  return () => document?.removeEventListener("freeze", freeze);
}
