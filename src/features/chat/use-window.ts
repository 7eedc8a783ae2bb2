import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Entries that are rendered at first. */
const FIRST = 30;
/** Entries that come with each step back: few enough for a slow phone to scroll on meanwhile. */
const STEP = 12;
/** How far before its beginning is seen, in px, the next step back is taken. */
const AHEAD = 800;

export interface Window {
  /** How many of the newest entries are rendered. */
  size: number;
  /** Renders some older ones; what is on the screen stays where it is. */
  earlier: () => void;
}

/**
 * Renders the newest entries of a list, and older ones as somebody scrolls up to them: a thousand
 * answers with their markup at once would freeze a phone.
 * @param list whose first child is its oldest rendered entry
 * @param more the element above the list that stands for the older ones; null when there are none
 */
export function useWindow(list: RefObject<HTMLElement | null>, more: HTMLElement | null): Window {
  const [size, setSize] = useState(FIRST);
  const anchor = useRef<{ element: Element; top: number } | null>(null);

  const earlier = useCallback(() => {
    const element = list.current?.firstElementChild;
    if (element) anchor.current = { element, top: element.getBoundingClientRect().top };
    setSize(size + STEP);
  }, [list, size]);

  // Not every browser keeps the place by itself; where it does, nothing is left to move.
  useLayoutEffect(() => {
    const kept = anchor.current;
    anchor.current = null;
    if (size === FIRST || kept === null) return;
    const moved = kept.element.getBoundingClientRect().top - kept.top;
    if (Math.abs(moved) > 1) window.scrollBy({ top: moved, behavior: "instant" });
  }, [size]);

  // Anew after each step: what is still near the screen has to be told of again.
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
