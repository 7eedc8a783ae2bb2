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
 * A list of rows that may be thousands: only those near what is seen, and the one that has the focus
 * with its neighbours, are in the document. With a year's ten thousand notes, rendering them all
 * would freeze a phone for seconds, `content-visibility` or not.
 */
export function RowList<Row extends { id: string }>(props: {
  rows: readonly Row[];
  label: string;
  /** Height of a usual row with the gap below it, in px, until it is measured. */
  usualHeight: number;
  row: (row: Row) => ReactNode;
  /** What scrolls: the page unless told otherwise, or the element right around the list. */
  scrolls?: "page" | "parent";
  /** Takes the focus when the row that had it is gone. For a page that moves the focus there itself. */
  list?: RefObject<HTMLUListElement | null>;
  /** Somebody is at a row. */
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
    overscan: 6,
    rangeExtractor: (range: Range) => withNeighbours(range, focused),
    scrollMargin: top,
    useFlushSync: false,
  };
  // The library has a hook for each; the one that is not enabled listens to nothing.
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

/** How far down what scrolls a list begins, in px. What stands above it comes and goes. */
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
    // An element that scrolls keeps its size, whatever the size of what is in it.
    const above = inParent ? [...parent.children] : [document.body];
    for (const each of above) if (each !== element) observer.observe(each);
    return () => observer.disconnect();
  }, [list, inParent]);
  return top;
}

/** The rows near what is seen, in order, and the focused one with those next to it, for Tab to go on from. */
function withNeighbours(range: Range, focused: number): number[] {
  const near = defaultRangeExtractor(range);
  if (focused === -1) return near;
  const around = [focused - 1, focused, focused + 1].filter((row) => row >= 0 && row < range.count);
  return [...new Set([...near, ...around])].sort((a, b) => a - b);
}
