import { ActionIcon, Group, NativeSelect } from "@mantine/core";
import { ArrowDownWideNarrow, ArrowUpNarrowWide } from "lucide-react";
import type { Sort, SortColumns } from "./sort.ts";

/** Chooses the order of the list below it: a column, and its direction. */
export function SortField<Row>(props: {
  columns: SortColumns<Row>;
  /** The name of the order in which the rows come. */
  usual: string;
  /** "Sort by", if the page has no other list. */
  label?: string;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
}) {
  const { columns, sort, onSort } = props;
  const column = sort === null ? undefined : columns[sort.column];
  const known = column === undefined ? null : sort;
  const Direction = known?.descending === true ? ArrowDownWideNarrow : ArrowUpNarrowWide;
  const choices = Object.entries(columns).map(([value, { title }]) => ({ value, label: title }));
  return (
    <Group gap="0.5rem" align="end">
      <NativeSelect
        label={props.label ?? "Sort by"}
        value={known?.column ?? ""}
        data={[{ value: "", label: props.usual }, ...choices]}
        onChange={({ currentTarget: { value } }) =>
          onSort(
            value === ""
              ? null
              : { column: value, descending: columns[value]?.largestFirst === true },
          )
        }
      />
      {known !== null && (
        <ActionIcon
          variant="default"
          aria-label="Reverse the order"
          aria-pressed={known.descending}
          onClick={() => onSort({ ...known, descending: !known.descending })}
        >
          <Direction size={20} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
