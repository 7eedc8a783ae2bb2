/** Calls `visible` whenever this page becomes visible. @returns a function that stops it */
export function whenVisible(visible: () => void): () => void {
  function look(): void {
    if (document.visibilityState === "visible") visible();
  }
  document.addEventListener("visibilitychange", look);
  return () => document.removeEventListener("visibilitychange", look);
}
