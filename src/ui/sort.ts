/** The order of a list: by one of its columns. */
export interface Sort {
  column: string;
  descending: boolean;
}

/** The name of the parameter of an address that holds a sort: `sort=name`, or `sort=-name`. */
const PARAMETER = "sort";

type Parameters = URLSearchParams;
type SetParameters = (
  change: (before: Parameters) => Parameters,
  options: { replace: boolean },
) => void;

/**
 * The order of a page's list, kept in the page's address.
 * @param address the value of the router's `useSearchParams`
 */
export function sortIn([parameters, setParameters]: readonly [Parameters, SetParameters]): {
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
} {
  return {
    sort: readSort(parameters.get(PARAMETER)),
    onSort: (sort) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          if (sort === null) next.delete(PARAMETER);
          else next.set(PARAMETER, `${sort.descending ? "-" : ""}${sort.column}`);
          return next;
        },
        { replace: true },
      ),
  };
}

function readSort(text: string | null): Sort | null {
  if (text === null || text === "" || text === "-") return null;
  const descending = text.startsWith("-");
  return { column: descending ? text.slice(1) : text, descending };
}

/** A value by which rows are sorted; null comes last in both directions. */
type SortValue = string | number | null;

/** The columns by which a list can be sorted; the keys are the names in the address. */
export type SortColumns<Row> = Readonly<
  Record<
    string,
    {
      title: string;
      value: (row: Row) => SortValue;
      /** Dates and figures: the largest comes first, until the order is reversed. */
      largestFirst?: true;
    }
  >
>;

/** The rows in an order; as they come when there is none, or one that the list does not know. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: SortColumns<Row>,
  sort: Sort | null,
): readonly Row[] {
  const column = sort === null ? undefined : columns[sort.column];
  if (sort === null || column === undefined) return rows;
  const sign = sort.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: column.value(row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null);
      return sign * compareValues(a.value, b.value);
    })
    .map(({ row }) => row);
}

// Created once: a collator costs more to create than to use a thousand times.
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Compares as people expect: "Äpfel" near "apple", "File 9" before "File 10". */
function compareValues(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return collator.compare(String(a), String(b));
}
