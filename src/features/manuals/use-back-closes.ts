import { useEffect, useRef } from "react";

/** The close functions of open overlays, the topmost last. */
const opened: (() => void)[] = [];
/** How many `history.back()` calls of this module have not fired their event yet. */
let ownSteps = 0;

globalThis.addEventListener("popstate", () => {
  if (ownSteps > 0) ownSteps -= 1;
  else opened.pop()?.();
});

/**
 * Lets the browser's Back button close an overlay instead of leaving the page.
 * @param isOpen whether the overlay is open
 * @param close called when the person goes back
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const entry = () => latest.current();
    const page = location.href;
    opened.push(entry);
    history.pushState(history.state, "");
    return () => {
      const place = opened.indexOf(entry);
      if (place === -1) return;
      opened.splice(place, 1);
      // Closed with a button: remove the history entry that was added when it opened. If the page
      // has changed meanwhile, the entry is already in the past and stays.
      if (location.href !== page) return;
      ownSteps += 1;
      history.back();
    };
  }, [isOpen]);
}
