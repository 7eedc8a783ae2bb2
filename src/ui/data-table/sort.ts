/** A column by which a table is sorted. */
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
 * The sort of a page's table, kept in the page's address, so that back, a reload and a link bring
 * the same view.
 * @param address the value of the router's `useSearchParams`
 */
export function sortIn([parameters, setParameters]: readonly [Parameters, SetParameters]): {
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
} {
  return {
    sort: sortOf(parameters.get(PARAMETER)),
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

function sortOf(text: string | null): Sort | null {
  if (text === null || text === "" || text === "-") return null;
  const descending = text.startsWith("-");
  return { column: descending ? text.slice(1) : text, descending };
}

/** A value by which rows are sorted; null comes last in both directions. */
export type SortValue = string | number | null;

// Created once: a collator costs more to create than to use a thousand times.
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Compares as people expect: "Äpfel" near "apple", "File 9" before "File 10". */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return collator.compare(String(a), String(b));
}
