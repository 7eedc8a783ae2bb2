import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useLayoutEffect, useState } from "react";
import classes from "./row-list.module.css";
import { useFocusedRow } from "./use-focused-row.ts";

/**
 * A list of rows that may be thousands, scrolled with its page: only those near the screen, and the
 * one that has the focus with its neighbours, are in the document.
 */
export function RowList<Row extends { id: string }>(props: {
  rows: readonly Row[];
  label: string;
  /** Takes the focus when the row that had it is gone. */
  list: RefObject<HTMLUListElement | null>;
  /** Height of a usual row with the gap below it, in px, until it is measured. */
  usualHeight: number;
  row: (row: Row) => ReactNode;
  /** Somebody is at a row. */
  onAttend?: (id: string) => void;
}) {
  const { rows, list, onAttend } = props;
  const top = useTop(list);
  const { focusedId, handlers } = useFocusedRow(rows, list, onAttend);
  const focused = focusedId === null ? -1 : rows.findIndex(({ id }) => id === focusedId);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => props.usualHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
    rangeExtractor: (range) => withNeighbours(range, focused),
    scrollMargin: top,
    useFlushSync: false,
  });
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

/** How far down its page a list begins, in px. What stands above it comes and goes. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => setTop(element.getBoundingClientRect().top + window.scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

/** The rows near the screen, in order, and the focused one with those next to it, for Tab to go on from. */
function withNeighbours(range: Range, focused: number): number[] {
  const near = defaultRangeExtractor(range);
  if (focused === -1) return near;
  const around = [focused - 1, focused, focused + 1].filter((row) => row >= 0 && row < range.count);
  return [...new Set([...near, ...around])].sort((a, b) => a - b);
}
