import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import classes from "./row-list.module.css";
import { useFocusedRow } from "./use-focused-row.ts";

/**
 * A list of possibly thousands of rows. The document contains only the rows near the visible ones,
 * and the focused row with its neighbours. Rendering a year's ten thousand notes would freeze a
 * phone for seconds, even with `content-visibility`.
 */
export function RowList<Row extends { id: string }>(props: {
  rows: readonly Row[];
  label: string;
  /** The height of a typical row with the gap below it, in px, until it is measured. */
  usualHeight: number;
  row: (row: Row) => ReactNode;
  /** How many rows beyond the visible ones are rendered, for fast scrolling; 6 by default. */
  ahead?: number;
  /** The scrolling element: the page by default, or the parent of the list. */
  scrolls?: "page" | "parent";
  /**
   * The list element, for a page that moves the focus there itself. It gets the focus when the
   * focused row is deleted.
   */
  list?: RefObject<HTMLUListElement | null>;
  /** Called when a row gets the focus. */
  onAttend?: (id: string) => void;
}) {
  const { rows, onAttend } = props;
  const own = useRef<HTMLUListElement>(null);
  const list = props.list ?? own;
  const inParent = props.scrolls === "parent";
  const top = useTop(list, inParent);
  const { focusedId, handlers } = useFocusedRow(rows, list, onAttend);
  const focused = focusedId === null ? -1 : rows.findIndex(({ id }) => id === focusedId);
  const options = {
    count: rows.length,
    estimateSize: () => props.usualHeight,
    getItemKey: (index: number) => rows[index]?.id ?? index,
    overscan: props.ahead ?? 6,
    rangeExtractor: (range: Range) => withNeighbours(range, focused),
    scrollMargin: top,
    useFlushSync: false,
  };
  // The library has one hook for each case; the disabled one adds no listeners.
  const ofPage = useWindowVirtualizer({ ...options, enabled: !inParent });
  const ofParent = useVirtualizer({
    ...options,
    enabled: inParent,
    getScrollElement: () => list.current?.parentElement ?? null,
  });
  const virtualizer = inParent ? ofParent : ofPage;
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label={props.label}
      className={classes.list}
      style={{ height: virtualizer.getTotalSize() }}
      {...handlers}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-id={row.id}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className={classes.place}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {props.row(row)}
          </li>
        );
      })}
    </ul>
  );
}

/**
 * The distance from the top of the scrolling content to the list, in px. Measured again because
 * elements above the list come and go.
 */
function useTop(list: RefObject<HTMLElement | null>, inParent: boolean): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    const parent = element?.parentElement;
    if (!element || !parent) return;
    const measure = () => {
      const begin = inParent
        ? parent.getBoundingClientRect().top + parent.clientTop - parent.scrollTop
        : -window.scrollY;
      setTop(element.getBoundingClientRect().top - begin);
    };
    measure();
    const observer = new ResizeObserver(measure);
    // The size of a scrolling element does not change with its content, so its children are
    // observed.
    const above = inParent ? [...parent.children] : [document.body];
    for (const each of above) if (each !== element) observer.observe(each);
    return () => observer.disconnect();
  }, [list, inParent]);
  return top;
}

/**
 * The rows near the visible ones, in order, plus the focused row and its neighbours, so that Tab
 * works.
 */
function withNeighbours(range: Range, focused: number): number[] {
  const near = defaultRangeExtractor(range);
  if (focused === -1) return near;
  const around = [focused - 1, focused, focused + 1].filter((row) => row >= 0 && row < range.count);
  return [...new Set([...near, ...around])].sort((a, b) => a - b);
}
