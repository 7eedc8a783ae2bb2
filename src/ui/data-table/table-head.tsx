import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import classes from "./data-table.module.css";
import type { Heading } from "./use-sorted-rows.ts";

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const;

/** The headings of a table; pressing one sorts by its column. */
export function TableHead<Row>({ headings }: { headings: readonly Heading<Row>[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {headings.map(({ column, sorted, toggle }) => {
          const Icon = ICONS[sorted];
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={toggle === null ? undefined : sorted}
              data-secondary={column.secondary}
              className={classes.heading}
            >
              {toggle === null ? (
                <span className={classes.title}>{column.title}</span>
              ) : (
                <button type="button" className={classes.sort} onClick={toggle}>
                  {column.title}
                  <Icon size={16} aria-hidden className={classes.icon} />
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
