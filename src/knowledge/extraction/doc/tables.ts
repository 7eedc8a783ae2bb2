import type { TextBlock } from "../document-text.ts";
import { tableLines } from "../table-lines.ts";
import { CODES, isOn, type Properties } from "./properties.ts";

/** A row of a table: its cells' texts, and the properties of its end, which hold its columns. */
export interface DocRow {
  cells: readonly string[];
  properties: Properties;
}

interface Place {
  left: number;
  continuesAbove: boolean;
}

/** Sides of cells that are nearer to each other, in twentieths of a point, are one side. */
const SAME_SIDE = 60;

const CELL_BYTES = 20;

/** A table's rows as lines. */
export function tableBlocks(rows: readonly DocRow[]): TextBlock[] {
  const places = rows.map(({ properties }) => readPlaces(properties));
  const sides = findLeftSides(places.flat().map(({ left }) => left));
  return tableLines(
    rows.map(({ cells, properties }, row) => ({
      isHead: isOn(properties, CODES.isHeadRow),
      cells: cells.map((text, at) => {
        const place = places[row]?.[at];
        return {
          text,
          column:
            place === undefined
              ? at
              : sides.findLastIndex((side) => side <= place.left + SAME_SIDE),
          continuesAbove: place?.continuesAbove === true,
        };
      }),
    })),
  );
}

function readPlaces(properties: Properties): Place[] {
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

/** The left sides of a table's columns, from left to right. */
function findLeftSides(lefts: readonly number[]): number[] {
  return [...lefts]
    .sort((a, b) => a - b)
    .filter((left, at, all) => at === 0 || left - (all[at - 1] ?? 0) > SAME_SIDE);
}
