import { type ReactNode, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { RowList } from "#ui/row-list.tsx";
import { type SortColumns, sortIn, sortRows } from "#ui/sort.ts";
import { SortField } from "#ui/sort-field.tsx";
import { ListPlaceholder, type ListTexts, RefreshNotice } from "./list-placeholder.tsx";
import type { ListState } from "./use-list.ts";

type SortedRowsProps<Row extends { id: string }> = Omit<
  Parameters<typeof RowList<Row>>[0],
  "dense"
> & {
  /** The orders that can be chosen; the page's address holds the chosen one. */
  columns: SortColumns<Row>;
  /** The name of the order in which the rows come. */
  usual: string;
  /** "Sort by", if the page has no other list. */
  sortLabel?: string;
  /** Places the choice of the order among other things, also while there are no rows. */
  head?: (order: ReactNode) => ReactNode;
  /** Places the rows in an area of their own. */
  area?: (rows: ReactNode) => ReactNode;
};

/** The rows of a list, and above them the choice of their order. Nothing without rows. */
export function SortedRows<Row extends { id: string }>(props: SortedRowsProps<Row>) {
  const { rows, columns, usual, sortLabel: label, head, area, ...list } = props;
  const { sort, onSort } = sortIn(useSearchParams());
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort]);
  const order = <SortField {...{ sort, onSort, columns, usual, ...(label && { label }) }} />;
  const shown = <RowList {...list} rows={sorted} dense />;
  const hasRows = rows.length > 0;
  return (
    <>
      {head === undefined ? hasRows && order : head(order)}
      {hasRows && (area?.(shown) ?? shown)}
    </>
  );
}

/** A list of the server: whether it is up to date, and its rows, or why there are none. */
export function ServerRows<Row extends { id: string }>(
  props: Omit<SortedRowsProps<Row>, "rows"> & {
    /** Undefined until they are read. */
    rows: readonly Row[] | undefined;
    state: ListState;
    words: ListTexts;
    /** Stands in place of the words while a search finds none of the rows. */
    none?: ReactNode;
    compact?: true;
  },
) {
  const { rows = [], state, words, none, compact, ...list } = props;
  return (
    <>
      <RefreshNotice state={state} />
      <SortedRows {...list} rows={rows} />
      {rows.length === 0 &&
        (none || (
          <ListPlaceholder
            {...{ state, words, ...(compact && { compact }) }}
            rowHeight={list.usualHeight}
          />
        ))}
    </>
  );
}
