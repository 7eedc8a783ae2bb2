import { useEffect } from "react";
import { create } from "zustand";

/** Longest wait for a page that is never idle, in milliseconds. */
const PATIENCE_MS = 3000;

/** Whether a page has been shown and the browser has come to rest since. */
export const useIdle = create<boolean>(() => false);

/**
 * Resolves when the first page has been shown and the browser has come to rest. What no page needs
 * to show itself is loaded then: on a slow connection it would come before the page otherwise.
 */
export const whenIdle = new Promise<void>((resolve) => {
  useIdle.subscribe(() => resolve());
});

/** For what stands on every page: it has been shown when this is first mounted. */
export function useShown(): void {
  useEffect(() => {
    if (useIdle.getState()) return;
    const rest = () => useIdle.setState(true);
    // Not before the frame that shows it is drawn. A page in the background draws none.
    requestAnimationFrame(() => setTimeout(() => callWhenIdle(rest)));
    setTimeout(rest, PATIENCE_MS);
  }, []);
}

function callWhenIdle(callback: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === "undefined") setTimeout(callback, PATIENCE_MS / 10);
  else requestIdleCallback(callback);
}
