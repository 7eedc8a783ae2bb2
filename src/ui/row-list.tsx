import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import classes from "./row-list.module.css";
import { useFocusLeft } from "./use-focus-left.ts";
import { useVirtualRows } from "./virtual-rows.ts";

/** A list of possibly thousands of rows, of which only those near the visible ones are rendered. */
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
  /** The list element, which gets the focus when the focused row is deleted. */
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
    inParent: props.scrolls === "parent",
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

/**
 * Follows which row of a list has the focus; when that row is deleted, the list gets it.
 * @param attended called with the id of the row that gets the focus
 */
function useFocusedRow(
  rows: readonly { id: string }[],
  list: RefObject<HTMLElement | null>,
  attended?: (id: string) => void,
) {
  const [focusedId, setFocusedId] = useState<string | null>(null);
  useEffect(() => {
    if (focusedId === null || rows.some(({ id }) => id === focusedId)) return;
    setFocusedId(null);
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [focusedId, rows, list]);
  const handlers = {
    onFocus: ({ target }: FocusEvent) => {
      const id = target.closest<HTMLElement>("[data-id]")?.dataset.id;
      setFocusedId(id ?? null);
      if (id !== undefined) attended?.(id);
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      // Without `relatedTarget` the row may be about to be deleted, so its id is kept. If the focus
      // moves within the list, `onFocus` follows at once: without a focused id in between, the next
      // row could be unmounted, because it may be rendered only as a neighbour of the focused row.
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setFocusedId(null);
    },
  };
  return { focusedId, handlers };
}
