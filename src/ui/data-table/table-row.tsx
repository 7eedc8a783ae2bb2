import type { KeyboardEvent, MouseEvent } from "react";
import type { Column } from "./column.ts";
import classes from "./data-table.module.css";

/** A row of a table. Its first cell is a button that opens its details. */
export function TableRow<Row extends { id: string }>(props: {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  /** Whether the Tab key stops at this row. */
  isActive: boolean;
  isOpen: boolean;
  /** The id of the details' element. */
  panelId: string;
  measure: (element: HTMLElement | null) => void;
  onToggle: () => void;
  onMove: (event: KeyboardEvent, from: number) => void;
}) {
  const { row, index, columns, isOpen, onToggle } = props;
  const tabIndex = props.isActive ? 0 : -1;
  return (
    <tr
      ref={props.measure}
      data-index={index}
      data-id={row.id}
      data-open={isOpen || undefined}
      aria-rowindex={index + 2}
      className={classes.row}
      onClick={(event) => isPlainClick(event) && onToggle()}
      onKeyDown={(event) => props.onMove(event, index)}
    >
      {columns.map(({ id, cell, secondary }, column) =>
        column === 0 ? (
          <th key={id} scope="row" className={classes.cell}>
            <button
              type="button"
              className={classes.open}
              tabIndex={tabIndex}
              aria-expanded={isOpen}
              aria-controls={isOpen ? props.panelId : undefined}
              onClick={onToggle}
            >
              {cell(row, tabIndex)}
            </button>
          </th>
        ) : (
          <td key={id} data-secondary={secondary} className={classes.cell}>
            {cell(row, tabIndex)}
          </td>
        ),
      )}
    </tr>
  );
}

/** Whether a click was meant for the row: for nothing in it, and not to select text. */
function isPlainClick({ target }: MouseEvent): boolean {
  const isOfElement = target instanceof Element && target.closest("a, button, input") !== null;
  return !isOfElement && window.getSelection()?.isCollapsed !== false;
}
