import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { Column } from "./column.ts";
import { compareValues, type Sort } from "./sort.ts";

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** The heading of a column. */
export interface Heading<Row> {
  column: Column<Row>;
  sorted: "ascending" | "descending" | "none";
  /** Sorts by this column, or the other way round, or not any more; null if it cannot be sorted. */
  toggle: (() => void) | null;
}

/** The rows in the order of `sort`, or as they come; and the state of each column's heading. */
export function useSortedRows<Row extends { id: string }>(props: {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
}): { rows: readonly Row[]; headings: readonly Heading<Row>[] } {
  const { rows, columns, sort, onSort } = props;
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const sorting = useMemo(() => {
    const known = columns.some(({ id, sortBy }) => id === sort?.column && sortBy !== undefined);
    return sort !== null && known ? [{ id: sort.column, desc: sort.descending }] : [];
  }, [columns, sort]);
  const table = useTable({
    features,
    data: rows,
    columns: definitions,
    getRowId: ({ id }) => id,
    state: { sorting },
    enableMultiSort: false,
    onSortingChange: (update: Updater<typeof sorting>) => {
      const [next] = typeof update === "function" ? update(sorting) : update;
      onSort(next === undefined ? null : { column: next.id, descending: next.desc });
    },
  });
  const sorted = table.getRowModel().rows;
  const ordered = useMemo(() => sorted.map(({ original }) => original), [sorted]);
  const headings = columns.map((column) => {
    const state = table.getColumn(column.id);
    const direction = state?.getIsSorted() ?? false;
    return {
      column,
      sorted: direction === false ? "none" : DIRECTIONS[direction],
      toggle: column.sortBy === undefined ? null : () => state?.toggleSorting(),
    } as const;
  });
  return { rows: ordered, headings };
}

const DIRECTIONS = { asc: "ascending", desc: "descending" } as const;

function definitionOf<Row>({ id, sortBy, descendingFirst }: Column<Row>) {
  return {
    id,
    accessorFn: (row: Row) => sortBy?.(row) ?? undefined,
    enableSorting: sortBy !== undefined,
    sortDescFirst: descendingFirst === true,
    sortUndefined: "last" as const,
    sortFn: (a: Valued, b: Valued, column: string) =>
      compareValues(a.getValue(column), b.getValue(column)),
  };
}

interface Valued {
  getValue: (column: string) => unknown;
}
