import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Space between the header and the newest entry, in px. */
const ROOM_ABOVE = 16;
/** A person who has scrolled up by more than this, in px, is reading older entries. */
const AWAY = 120;

/**
 * Keeps a list's newest entry in view while it grows, unless the person has scrolled away.
 * @returns whether the person has scrolled away, and a function that keeps it in view again
 * @param list its last child is the newest entry
 * @param newest changes with the newest entry; null until the list has been read
 */
export function useNewestInView(list: RefObject<HTMLElement | null>, newest: string | null) {
  const following = useRef(true);
  const [away, setAway] = useState(false);

  const follow = useCallback(() => {
    const target = newestAt(list.current);
    if (following.current && window.scrollY < target)
      window.scrollTo({ top: target, behavior: "instant" });
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
    follow();
  }, [follow]);
  return { away, toNewest };
}

/** The scroll position, in px, that shows the newest entry. */
function newestAt(list: HTMLElement | null): number {
  const newest = list?.lastElementChild;
  if (!newest) return 0;
  const end = document.documentElement.scrollHeight - window.innerHeight;
  const margin = Number.parseFloat(getComputedStyle(newest).scrollMarginTop) + ROOM_ABOVE;
  return Math.min(end, newest.getBoundingClientRect().top + window.scrollY - margin);
}
