import type { TextBlock } from "./document-text.ts";

export interface TableCell {
  text: string;
  /** The column in which it begins, from 0. */
  column: number;
  /** Whether it continues the cell above it. */
  continuesAbove: boolean;
}

export interface TableRow {
  cells: readonly TableCell[];
  /** Whether it is marked as the names of the columns. */
  isHead: boolean;
}

/** A cell over several rows that is longer is only in the first of them. */
const LONGEST_REPEATED = 120;

/**
 * The rows of a table as lines; a cell over several rows is in each, an empty one keeps its column.
 * Where no row is marked as the head, it is the first one if it has a name for each column.
 */
export function tableLines(rows: readonly TableRow[]): TextBlock[] {
  const above: string[] = [];
  let head: string | undefined;
  const isMarked = rows.some(({ isHead }) => isHead);
  return rows.flatMap(({ cells, isHead }, row) => {
    const texts: string[] = [];
    for (const { text, column, continuesAbove } of cells) {
      const isRepeated = continuesAbove && text.trim() === "";
      if (!isRepeated) above[column] = text;
      const repeated = above[column] ?? "";
      const own = isRepeated ? (repeated.length <= LONGEST_REPEATED ? repeated : "") : text;
      texts[column] = [texts[column] ?? "", own].join(" ");
    }
    const inColumns = Array.from(texts, (cell = "") => cell);
    const text = rowText(inColumns, head);
    if (text === "") return [];
    const line: TextBlock = { text, page: null, kind: "line" };
    if (isHead || (!isMarked && row === 0 && namesColumns(text))) head ??= text;
    else if (head !== undefined) line.head = head;
    return [line];
  });
}

/** The rows of a table without merged cells, as lines. @param isMarked whether the first is its head */
export function plainTable(rows: readonly (readonly string[])[], isMarked: boolean): TextBlock[] {
  return tableLines(
    rows.map((cells, row) => ({
      isHead: isMarked && row === 0,
      cells: cells.map((text, column) => ({ text, column, continuesAbove: false })),
    })),
  );
}

/** A list of properties has two columns, and no head. */
function namesColumns(row: string): boolean {
  const [first = "", ...names] = row.split("\t");
  const isName = (name: string) => /^\D*\p{L}\D*$/u.test(name) && name.length <= 70;
  return names.length > 1 && names.every(isName) && (first === "" || isName(first));
}

/**
 * A table's row in one line: its cells are separated by tabs, an empty one keeps its column.
 * A code below the name of a column that is its beginning, "21-H1" below "AX-", is read as "AX-21-H1".
 * @param head the row that names the columns
 * @returns "" for a row without text
 */
export function rowText(cells: readonly string[], head = ""): string {
  const names = head.split("\t");
  const texts = cells.map((cell, at) => {
    const [text, name = ""] = [cell.replaceAll(/\s+/g, " ").trim(), names[at]];
    return /\p{L}-$/u.test(name) && /^\w/.test(text) ? name + text : text;
  });
  return texts.join("\t").replace(/\t+$/, "");
}
