import type { TextBlock } from "../document-text.ts";
import { distinct } from "../pdf/geometry.ts";
import { tableLines } from "../table-lines.ts";
import { CODES, isOn, type Properties } from "./properties.ts";

/** A row of a table: its cells' texts, and the properties of its end, which hold its columns. */
export interface DocRow {
  cells: readonly string[];
  properties: Properties;
}

/** Sides of cells that are nearer to each other, in twentieths of a point, are one side. */
const SAME_SIDE = 60;
const CELL_BYTES = 20;

/** A table's rows as lines. */
export function tableBlocks(rows: readonly DocRow[]): TextBlock[] {
  const places = rows.map(({ properties }) => readPlaces(properties));
  const lefts = places.flat().map(({ left }) => left);
  const sides = distinct(lefts, SAME_SIDE);
  return tableLines(
    rows.map(({ cells, properties }, row) => ({
      isHead: isOn(properties, CODES.isHeadRow),
      cells: cells.map((text, at) => {
        const { left, continuesAbove = false } = places[row]?.[at] ?? {};
        const isBefore = (side: number) => left !== undefined && side <= left + SAME_SIDE;
        const column = left === undefined ? at : sides.findLastIndex(isBefore);
        return { text, column, continuesAbove };
      }),
    })),
  );
}

/** Where the cells of a row begin, and whether each continues the cell above it. */
function readPlaces(properties: Properties) {
  const bytes = properties.get(CODES.columns);
  if (bytes === undefined || bytes.length === 0) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint8(0);
  const first = 1 + (count + 1) * 2;
  return Array.from({ length: count }, (_, at) => {
    const [side, cell] = [1 + at * 2, first + at * CELL_BYTES];
    const flags = cell + 2 <= bytes.length ? view.getUint16(cell, true) : 0;
    return {
      left: side + 2 <= bytes.length ? view.getInt16(side, true) : 0,
      continuesAbove: (flags & 0x20) !== 0 && (flags & 0x40) === 0,
    };
  });
}
