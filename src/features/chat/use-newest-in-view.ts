import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Room that is left above the newest entry, in px, below the header. */
const ROOM_ABOVE = 16;
/** Somebody that far above the newest entry, in px, is reading something older. */
const AWAY = 120;

export interface NewestInView {
  /** Whether the page was scrolled up, away from the newest entry. */
  away: boolean;
  /** Scrolls to the newest entry and follows it again. */
  toNewest: () => void;
}

/**
 * Keeps the newest entry of a list in view while it grows, unless somebody scrolled away from it:
 * its end at the foot of the screen, or its beginning at the top when it is longer than that.
 * Never scrolls up: who reads on in a long answer stays there.
 * @param list its last child is the newest entry
 * @param newest changes with the newest entry; null while nothing was read
 */
export function useNewestInView(
  list: RefObject<HTMLElement | null>,
  newest: string | null,
): NewestInView {
  const following = useRef(true);
  const [away, setAway] = useState(false);

  const follow = useCallback(() => {
    const target = newestAt(list.current);
    if (following.current && window.scrollY < target) scrollTo(target);
    setAway(!following.current && window.scrollY < target - AWAY);
  }, [list]);

  useLayoutEffect(() => {
    if (newest !== null) follow();
  }, [newest, follow]);

  useEffect(() => {
    const element = list.current;
    if (element === null || newest === null) return;
    const onScroll = () => {
      following.current = window.scrollY >= newestAt(element) - AWAY;
      setAway(!following.current);
    };
    // Text that is laid out anew, a passage that is found, the keyboard, the box that grows.
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
    follow();
  }, [follow]);
  return { away, toNewest };
}

/** How far the page is scrolled, in px, when its newest entry is in view. */
function newestAt(list: HTMLElement | null): number {
  const newest = list?.lastElementChild;
  if (!newest) return 0;
  const end = document.documentElement.scrollHeight - window.innerHeight;
  const margin = Number.parseFloat(getComputedStyle(newest).scrollMarginTop) + ROOM_ABOVE;
  return Math.min(end, newest.getBoundingClientRect().top + window.scrollY - margin);
}

function scrollTo(top: number): void {
  window.scrollTo({ top, behavior: "instant" });
}
