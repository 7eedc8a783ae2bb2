import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** How many entries are rendered at first. */
const FIRST = 30;
/** How many entries each step adds: few enough that a slow phone can still scroll. */
const STEP = 12;
/** The next step begins this many px before the oldest rendered entry comes into view. */
const AHEAD = 800;

export interface Window {
  /** How many of the newest entries are rendered. */
  size: number;
  /** Renders some older entries; the visible ones do not move. */
  earlier: () => void;
}

/**
 * Renders only the newest entries of a list, and older ones when the person scrolls up to them:
 * rendering a thousand answers with their markup at once would freeze a phone.
 * @param list its first child is the oldest rendered entry
 * @param more the element above the list that stands for older entries; null if there are none
 */
export function useWindow(list: RefObject<HTMLElement | null>, more: HTMLElement | null): Window {
  const [size, setSize] = useState(FIRST);
  const anchor = useRef<{ element: Element; top: number } | null>(null);

  const earlier = useCallback(() => {
    const element = list.current?.firstElementChild;
    if (element) anchor.current = { element, top: element.getBoundingClientRect().top };
    setSize(size + STEP);
  }, [list, size]);

  // Some browsers do not keep the scroll position when entries are added above. In the others
  // `moved` is 0.
  useLayoutEffect(() => {
    const kept = anchor.current;
    anchor.current = null;
    if (size === FIRST || kept === null) return;
    const moved = kept.element.getBoundingClientRect().top - kept.top;
    if (Math.abs(moved) > 1) window.scrollBy({ top: moved, behavior: "instant" });
  }, [size]);

  // A new observer after each step: it reports again if `more` is still near the screen.
  useEffect(() => {
    if (more === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true && window.scrollY > 0) earlier();
      },
      { rootMargin: `${AHEAD}px 0px 0px` },
    );
    observer.observe(more);
    return () => observer.disconnect();
  }, [more, earlier]);

  return { size, earlier };
}
