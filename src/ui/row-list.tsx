import {
  defaultRangeExtractor,
  measureElement,
  observeWindowOffset,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from "@tanstack/react-virtual";
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import classes from "./row-list.module.css";
import { useFocusLeft } from "./use-focus-left.ts";

interface RowListProps<Row> {
  rows: readonly Row[];
  label: string;
  /** The height of a typical row with the gap below it, in px, until it is measured. */
  usualHeight: number;
  row: (row: Row, index: number) => ReactNode;
  /** How many rows beyond the visible ones are rendered, for fast scrolling; 6 by default. */
  ahead?: number;
  /** The scrolling element: the page by default, or the parent of the list. */
  scrolls?: "page" | "parent";
  /** The list element, which gets the focus when the focused row is deleted. */
  list?: RefObject<HTMLElement | null>;
  /** The id of a row that is always rendered, as the one with the focus is. */
  kept?: string | undefined;
  /** Called when a row gets the focus. */
  onAttend?: (id: string) => void;
  /** The rows become lines where there is room for it (`row.module.css`). */
  dense?: true;
}

/** A list of possibly thousands of rows, of which only those near the visible ones are rendered. */
export function RowList<Row extends { id: string }>(props: RowListProps<Row>) {
  const { rows, onAttend } = props;
  const own = useRef<HTMLElement>(null);
  const list = props.list ?? own;
  // There is no list after its last row was deleted.
  useFocusLeft(list);
  const { focusedId, handlers } = useFocusedRow(rows, list, onAttend);
  const { virtualizer, top } = useVirtualRows(
    props,
    list,
    [focusedId, props.kept].flatMap((kept) =>
      typeof kept === "string" ? rows.findIndex(({ id }) => id === kept) : [],
    ),
  );
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
            {props.row(row, index)}
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

/** After so many rows the expected height stays: rows above the visible ones must not move. */
const ROWS_TO_LEARN_FROM = 16;

/**
 * Finds which rows of a list are rendered, and where: those near the visible ones, and `kept`.
 * @param kept the indexes of rows that are always rendered; -1 for none
 */
function useVirtualRows(
  props: Omit<RowListProps<{ id: string }>, "row">,
  list: RefObject<HTMLElement | null>,
  kept: readonly number[],
) {
  const { rows } = props;
  const inParent = props.scrolls === "parent";
  const top = useTop(list, inParent);
  const [heights] = useState(() => learnHeight(props.usualHeight));
  const options = {
    count: rows.length,
    estimateSize: heights.expected,
    measureElement: heights.measure,
    getItemKey: (index: number) => rows[index]?.id ?? index,
    overscan: props.ahead ?? 6,
    rangeExtractor: (range: Range) => withNeighbours(range, kept),
    scrollMargin: top,
    useFlushSync: false,
  };
  // The library has one hook for each case; the disabled one adds no listeners.
  const ofPage = useWindowVirtualizer({
    ...options,
    enabled: !inParent,
    observeElementOffset(instance, changed) {
      // A new page is scrolled to its top after its list was rendered.
      instance.scrollOffset = window.scrollY;
      return observeWindowOffset(instance, changed);
    },
  });
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

/** The rows near the visible ones, in order, plus the kept rows and their neighbours. */
function withNeighbours(range: Range, kept: readonly number[]): number[] {
  const near = defaultRangeExtractor(range);
  const around = kept
    .flatMap((row) => (row === -1 ? [] : [row - 1, row, row + 1]))
    .filter((row) => row >= 0 && row < range.count);
  if (around.length === 0) return near;
  return [...new Set([...near, ...around])].sort((a, b) => a - b);
}
