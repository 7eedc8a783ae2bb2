import { useEffect } from "react";
import { create } from "zustand";

/** Longest wait for a page that never becomes idle, in milliseconds. */
const PATIENCE_MS = 3000;

/** Whether the first page has been shown and the browser has become idle after that. */
export const useIdle = create<boolean>(() => false);

/** Resolves when the first page is shown and the browser idle: other code is loaded then. */
export const whenIdle = new Promise<void>((resolve) => {
  useIdle.subscribe(() => resolve());
});

/** For components of every page: once they are mounted, the first page has been shown. */
export function useShown(): void {
  useEffect(() => {
    if (useIdle.getState()) return;
    const rest = () => useIdle.setState(true);
    // Wait until the frame with the page is drawn. A page in the background draws none: then the
    // timer below is used.
    requestAnimationFrame(() =>
      setTimeout(() => {
        // Safari does not have `requestIdleCallback`.
        if (typeof requestIdleCallback === "undefined") setTimeout(rest, PATIENCE_MS / 10);
        else requestIdleCallback(rest);
      }),
    );
    setTimeout(rest, PATIENCE_MS);
  }, []);
}
