import { Box } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { useFocusLeft } from "../use-focus-left.ts";
import { useFocusedRow } from "../use-focused-row.ts";
import { useVirtualRows } from "../virtual-rows.ts";
import type { Column } from "./column.ts";
import classes from "./data-table.module.css";
import { DetailsPanel } from "./details-panel.tsx";
import type { Sort } from "./sort.ts";
import { TableHead } from "./table-head.tsx";
import { TableRow } from "./table-row.tsx";
import { useActiveRow } from "./use-active-row.ts";
import { useSortedRows } from "./use-sorted-rows.ts";

/** The height of a row of one line, in px, until it is measured. */
const USUAL_HEIGHT = 59;
/** How many rows beyond the visible ones are rendered. */
const AHEAD = 8;

/**
 * A table of possibly thousands of rows, for wide screens: ask `useTableFits`, and show a list of
 * cards where it does not fit. The first column names the row, and its cell is a button that opens
 * the row's details beside the table. The rows are one stop of the Tab key: the arrow keys, Home and
 * End move between them, Enter opens one, and Escape closes it. Tab goes on to the buttons in the
 * row's other cells, and the arrow keys stay in the column of the button.
 *
 * Actions belong into the details: usually the card of the narrow form is shown there as it is. An
 * action that people look for on the row can be a column as well.
 */
export function DataTable<Row extends { id: string }>(props: {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Names the table for screen readers. */
  label: string;
  /** Names a row for screen readers, as the heading of its details does. */
  nameOf: (row: Row) => string;
  details: (row: Row) => ReactNode;
  /** The order and how to change it, from `sortIn`. Without one, rows are shown as they come. */
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  /** What scrolls: the page by default, or an area of 600 px. */
  scrolls?: "page" | "area";
  /**
   * The table element, for a page that moves the focus there itself. It gets the focus when the
   * focused row is deleted, and what is around it when it was the last one.
   */
  table?: RefObject<HTMLElement | null>;
  /** Called when a row, or something in its details, gets the focus. */
  onAttend?: (id: string) => void;
}) {
  const { columns, label, onAttend } = props;
  const inArea = props.scrolls === "area";
  const own = useRef<HTMLElement>(null);
  const table = props.table ?? own;
  // There is no table after its last row was deleted.
  useFocusLeft(table);
  const body = useRef<HTMLTableSectionElement>(null);
  const panelId = useId();
  const [openId, setOpenId] = useState<string | null>(null);
  const { rows, headings } = useSortedRows(props);
  const open = rows.find(({ id }) => id === openId) ?? null;
  const active = useActiveRow(rows, body);
  const { handlers } = useFocusedRow(rows, table, (id) => {
    active.attend(id);
    onAttend?.(id);
  });
  const { virtualizer, top } = useVirtualRows({
    ...{ rows, list: body, usualHeight: USUAL_HEIGHT, ahead: AHEAD, kept: active.index },
    findScroller: inArea ? areaOf : null,
  });

  function move(event: KeyboardEvent, from: number): void {
    const row = rows[rowAfter(event.key, from, rows.length)];
    if (row === undefined) return;
    event.preventDefault();
    active.focus(row.id, columnOf(event));
    if (open !== null) setOpenId(row.id);
  }

  function close(): void {
    if (open !== null) active.focus(open.id);
    setOpenId(null);
  }

  let filled = top;
  const shown = virtualizer.getVirtualItems().flatMap(({ index, key, start, end }) => {
    const row = rows[index];
    if (row === undefined) return [];
    const gap = start - filled;
    filled = end;
    return [
      <Gap key={`before ${key}`} height={gap} />,
      <TableRow
        key={key}
        row={row}
        index={index}
        columns={columns}
        isActive={index === active.index}
        isOpen={row === open}
        panelId={panelId}
        measure={virtualizer.measureElement}
        onToggle={() => {
          active.focus(row.id);
          setOpenId(row === open ? null : row.id);
        }}
        onMove={move}
      />,
    ];
  });
  const content = (
    <table
      ref={(element) => {
        table.current = element;
      }}
      tabIndex={-1}
      aria-rowcount={rows.length + 1}
      className={classes.table}
    >
      <caption className={classes.caption}>{label}</caption>
      <colgroup>
        {columns.map(({ id, width, secondary }) => (
          <col key={id} style={{ width }} data-secondary={secondary} />
        ))}
      </colgroup>
      <TableHead headings={headings} />
      <tbody ref={body}>
        {shown}
        <Gap height={top + virtualizer.getTotalSize() - filled} />
      </tbody>
    </table>
  );
  return (
    <div className={classes.space}>
      <div className={classes.columns} data-open={open !== null || undefined} {...handlers}>
        {inArea ? (
          <Box role="region" aria-label={label} tabIndex={0} data-area className={classes.place}>
            {content}
          </Box>
        ) : (
          <div className={classes.place}>{content}</div>
        )}
        {open !== null && (
          <DetailsPanel
            key={open.id}
            id={panelId}
            rowId={open.id}
            label={props.nameOf(open)}
            onClose={close}
          >
            {props.details(open)}
          </DetailsPanel>
        )}
      </div>
    </div>
  );
}

/**
 * Takes the place of rows that are not rendered. It is in the first column alone: a cell across all
 * columns would give room to those that are hidden.
 */
function Gap({ height }: { height: number }) {
  if (height < 1) return null;
  return (
    <tr aria-hidden>
      <td className={classes.gap} style={{ height }} />
    </tr>
  );
}

/** The row to which a key moves; -1 for a key that does not move. */
function rowAfter(key: string, from: number, count: number): number {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(from + 1, count - 1),
    ArrowUp: Math.max(from - 1, 0),
    Home: 0,
    End: count - 1,
  };
  return moves[key] ?? -1;
}

/** The number of the column in which a key was pressed. */
function columnOf({ target }: KeyboardEvent): number {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>("th, td") : null;
  return cell?.cellIndex ?? 0;
}

function areaOf(body: HTMLElement): HTMLElement | null {
  return body.closest<HTMLElement>("[data-area]");
}
