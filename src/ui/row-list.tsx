import { type ReactNode, type RefObject, useRef } from "react";
import classes from "./row-list.module.css";
import { useFocusLeft } from "./use-focus-left.ts";
import { useFocusedRow } from "./use-focused-row.ts";
import { useVirtualRows } from "./virtual-rows.ts";

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
   * focused row is deleted, and what is around it when it was the last one.
   */
  list?: RefObject<HTMLElement | null>;
  /** Called when a row gets the focus. */
  onAttend?: (id: string) => void;
  /** The rows become lines where there is room for it (`row.module.css`). */
  dense?: true;
}) {
  const { rows, onAttend } = props;
  const own = useRef<HTMLElement>(null);
  const list = props.list ?? own;
  // There is no list after its last row was deleted.
  useFocusLeft(list);
  const { focusedId, handlers } = useFocusedRow(rows, list, onAttend);
  const { virtualizer, top } = useVirtualRows({
    ...{ rows, list, usualHeight: props.usualHeight, ahead: props.ahead ?? 6 },
    kept: focusedId === null ? -1 : rows.findIndex(({ id }) => id === focusedId),
    findScroller: props.scrolls === "parent" ? parentOf : null,
  });
  return (
    <ul
      ref={(element) => {
        list.current = element;
      }}
      tabIndex={-1}
      aria-label={props.label}
      className={classes.list}
      data-dense={props.dense}
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

function parentOf(list: HTMLElement): HTMLElement | null {
  return list.parentElement;
}
