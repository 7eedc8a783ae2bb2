import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";

/** After so many rows the expected height stays: rows above the visible ones must not move. */
const ROWS_TO_LEARN_FROM = 16;

/** Finds which rows of a list are rendered, and where: those near the visible ones, and `kept`. */
export function useVirtualRows(props: {
  rows: readonly { id: string }[];
  /** The element that contains the rows. */
  list: RefObject<HTMLElement | null>;
  /** The height of a typical row with the gap below it, in px, until the first rows are measured. */
  usualHeight: number;
  /** How many rows beyond the visible ones are rendered. */
  ahead: number;
  /** The index of a row that is always rendered; -1 for none. */
  kept: number;
  /** Whether the parent of the list scrolls, and not the page. */
  inParent: boolean;
}) {
  const { rows, list, kept, inParent } = props;
  const top = useTop(list, inParent);
  const [heights] = useState(() => learnHeight(props.usualHeight));
  const options = {
    count: rows.length,
    estimateSize: heights.expected,
    measureElement: heights.measure,
    getItemKey: (index: number) => rows[index]?.id ?? index,
    overscan: props.ahead,
    rangeExtractor: (range: Range) => withNeighbours(range, kept),
    scrollMargin: top,
    useFlushSync: false,
  };
  // The library has one hook for each case; the disabled one adds no listeners.
  const ofPage = useWindowVirtualizer({ ...options, enabled: !inParent });
  const ofElement = useVirtualizer({
    ...options,
    enabled: inParent,
    getScrollElement: () => (inParent ? (list.current?.parentElement ?? null) : null),
  });
  return { virtualizer: inParent ? ofElement : ofPage, top };
}

/**
 * The height to expect of a row: the mean of the first ones, so that nothing moves later.
 * @param usual the height in px until a row is measured
 */
function learnHeight(usual: number) {
  let measured = 0;
  let total = 0;
  return {
    expected: () => (measured === 0 ? usual : total / measured),
    measure: (...asked: Parameters<typeof measureElement<Element>>): number => {
      const height = measureElement(...asked);
      if (measured < ROWS_TO_LEARN_FROM && height > 0) {
        measured += 1;
        total += height;
      }
      return height;
    },
  };
}

/** The distance from the top of the scrolling content, in px; follows changes above the list. */
function useTop(list: RefObject<HTMLElement | null>, inParent: boolean): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const scroller = inParent ? element.parentElement : null;
    const measure = () => {
      const begin =
        scroller === null
          ? -window.scrollY
          : scroller.getBoundingClientRect().top + scroller.clientTop - scroller.scrollTop;
      setTop(element.getBoundingClientRect().top - begin);
    };
    measure();
    const observer = new ResizeObserver(measure);
    // The size of a scrolling element does not change with its content, so its children are
    // observed.
    const above = scroller === null ? [document.body] : [...scroller.children];
    for (const each of above) if (each !== element) observer.observe(each);
    return () => observer.disconnect();
  }, [list, inParent]);
  return top;
}

/** The rows near the visible ones, in order, plus the kept row and its neighbours. */
function withNeighbours(range: Range, kept: number): number[] {
  const near = defaultRangeExtractor(range);
  if (kept === -1) return near;
  const around = [kept - 1, kept, kept + 1].filter((row) => row >= 0 && row < range.count);
  return [...new Set([...near, ...around])].sort((a, b) => a - b);
}
