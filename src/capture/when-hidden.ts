/**
 * Calls back whenever the page is hidden or about to go: on a phone, that is often the last moment
 * in which it may do anything. @returns a function that stops it
 */
export function whenHidden(hidden: () => void): () => void {
  function changed(): void {
    if (document.visibilityState === "hidden") hidden();
  }
  document.addEventListener("visibilitychange", changed);
  window.addEventListener("pagehide", hidden);
  return () => {
    document.removeEventListener("visibilitychange", changed);
    window.removeEventListener("pagehide", hidden);
  };
}
