/**
 * Calls `hidden` whenever the page is hidden or about to unload: on a phone, that is often the last
 * moment in which it can run code.
 * @returns a function that stops it
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
