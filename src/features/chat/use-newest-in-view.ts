import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Space between the header and the newest entry, in px. */
const ROOM_ABOVE = 16;
/** A person who has scrolled up by more than this, in px, is reading older entries. */
const AWAY = 120;

/**
 * Keeps a list's newest entry in view while it grows, unless the person has scrolled away: up to older
 * entries, or past it to what is found for a question.
 * @returns where the newest entry is when the person has scrolled away, a function that keeps it in view
 * again, and whether it is kept in view
 * @param list its last child with a `data-role` is the newest entry
 * @param newest changes with the newest entry; null until the list has been read
 */
export function useNewestInView(list: RefObject<HTMLElement | null>, newest: string | null) {
  const following = useRef(true);
  const [away, setAway] = useState<"above" | "below" | null>(null);

  const follow = useCallback(() => {
    const { target, isPassed } = placeOfNewest(list.current);
    if (following.current && window.scrollY < target)
      window.scrollTo({ top: target, behavior: "instant" });
    setAway(following.current ? null : sideOf(target, isPassed));
  }, [list]);

  useLayoutEffect(() => {
    if (newest !== null) follow();
  }, [newest, follow]);

  useEffect(() => {
    const element = list.current;
    if (element === null || newest === null) return;
    const onScroll = () => {
      const { target, isPassed } = placeOfNewest(element);
      const side = sideOf(target, isPassed);
      following.current = side === null;
      setAway(side);
    };
    // Follow every change of size: text layout, passages that are found, the keyboard, a box that
    // grows.
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    observer.observe(document.body);
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", onScroll);
    };
  }, [list, newest, follow]);

  const toNewest = useCallback(() => {
    following.current = true;
    window.scrollTo({ top: placeOfNewest(list.current).target, behavior: "instant" });
    follow();
  }, [list, follow]);
  return { away, toNewest, following };
}

function sideOf(target: number, isPassed: boolean): "above" | "below" | null {
  if (window.scrollY < target - AWAY) return "below";
  return isPassed ? "above" : null;
}

/** The scroll position, in px, that shows the newest entry, and whether all of it is above the screen. */
function placeOfNewest(list: HTMLElement | null): { target: number; isPassed: boolean } {
  const newest = [...(list?.querySelectorAll(":scope > [data-role]") ?? [])].at(-1);
  if (!newest) return { target: 0, isPassed: false };
  const end = document.documentElement.scrollHeight - window.innerHeight;
  const margin = Number.parseFloat(getComputedStyle(newest).scrollMarginTop);
  const { top, bottom } = newest.getBoundingClientRect();
  const target = Math.min(end, top + window.scrollY - margin - ROOM_ABOVE);
  return { target, isPassed: bottom < margin };
}
