import { useEffect, useRef } from "react";

/** What is open, the topmost last. */
const opened: (() => void)[] = [];
/** Steps back that are made here and not by a person. */
let ownSteps = 0;

globalThis.addEventListener("popstate", () => {
  if (ownSteps > 0) ownSteps -= 1;
  else opened.pop()?.();
});

/**
 * Has the browser's Back close what is open in place of leaving the page, as phones do.
 * @param isOpen whether it is open
 * @param close called when a person goes back
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
      // Closed by its button: the step that Back would have taken is taken back. Where the page was
      // left under it, the step belongs to the past.
      if (location.href !== page) return;
      ownSteps += 1;
      history.back();
    };
  }, [isOpen]);
}
