import type { ReactNode } from "react";
import type { SortValue } from "./sort.ts";

/** A column of a table. Define the columns outside of the component, or memoize them. */
export interface Column<Row> {
  /** Its name in the address, if the table is sorted by it. */
  id: string;
  title: string;
  /**
   * What the cell shows. A button in it takes this `tabIndex`, so that the Tab key comes from the
   * name of a row to the row's own buttons, not to those of all rows.
   */
  cell: (row: Row, tabIndex: 0 | -1) => ReactNode;
  /** The value by which rows are sorted; a column without it cannot be sorted. */
  sortBy?: (row: Row) => SortValue;
  /** Dates and figures: the first press shows the largest first. */
  descendingFirst?: true;
  /** Its width in CSS; columns without one share the rest. */
  width?: string;
  /** Hidden while the details are open and leave little room. */
  secondary?: true;
}
