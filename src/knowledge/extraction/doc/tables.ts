import { rowText, type TextBlock } from "../document-text.ts";
import { CODES, isOn, type Properties } from "./properties.ts";

/** A row of a table: its cells' texts, and the properties of its end, which tell its columns. */
export interface DocRow {
  cells: readonly string[];
  properties: Properties;
}

interface Column {
  left: number;
  continuesAbove: boolean;
}

/** Sides of cells that are nearer to each other, in twentieths of a point, are one side. */
const SAME_SIDE = 60;
/** A cell over several rows that is longer is only in the first of them. */
const LONGEST_REPEATED = 120;

const CELL_BYTES = 20;

/** A table's rows as lines: a cell over several rows is in each, an empty one keeps its column. */
export function tableBlocks(rows: readonly DocRow[]): TextBlock[] {
  const drawn = rows.map(({ cells, properties }) => ({
    cells,
    properties,
    columns: columnsOf(properties),
  }));
  const sides = sidesOf(drawn.flatMap(({ columns }) => columns.map(({ left }) => left)));
  const above: string[] = [];
  let head: string | undefined;
  return drawn.flatMap(({ cells, columns, properties }) => {
    const texts = sides.map(() => "");
    cells.forEach((cell, at) => {
      const column = columns[at];
      const place =
        column === undefined ? at : sides.findLastIndex((side) => side <= column.left + SAME_SIDE);
      const isRepeated = column?.continuesAbove === true && cell.trim() === "";
      if (!isRepeated) above[place] = cell.trim();
      const text = isRepeated ? (above[place] ?? "") : cell.trim();
      const isShort = !isRepeated || text.length <= LONGEST_REPEATED;
      texts[place] = [texts[place] ?? "", isShort ? text : ""].join(" ").trim();
    });
    const text = rowText(texts);
    if (text === "") return [];
    const block: TextBlock = { text, page: null, kind: "line" };
    if (isOn(properties, CODES.isHeadRow)) head ??= text;
    else if (head !== undefined) block.head = head;
    return [block];
  });
}

function columnsOf(properties: Properties): Column[] {
  const bytes = properties.get(CODES.columns);
  if (bytes === undefined || bytes.length === 0) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint8(0);
  const first = 1 + (count + 1) * 2;
  return Array.from({ length: count }, (_, at) => {
    const offset = first + at * CELL_BYTES;
    const flags = offset + 2 <= bytes.length ? view.getUint16(offset, true) : 0;
    return {
      left: 1 + at * 2 + 2 <= bytes.length ? view.getInt16(1 + at * 2, true) : 0,
      continuesAbove: (flags & 0x20) !== 0 && (flags & 0x40) === 0,
    };
  });
}

/** The left sides of a table's columns, from left to right. */
function sidesOf(lefts: readonly number[]): number[] {
  return [...lefts]
    .sort((a, b) => a - b)
    .filter((left, at, all) => at === 0 || left - (all[at - 1] ?? 0) > SAME_SIDE);
}
