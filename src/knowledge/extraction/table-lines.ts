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
  /** Whether it names the columns, and is printed again on each page. */
  isHead: boolean;
}

/** A cell over several rows that is longer is only in the first of them. */
const LONGEST_REPEATED = 120;

/** The rows of a table as lines; a cell over several rows is in each, an empty one keeps its column. */
export function tableLines(rows: readonly TableRow[]): TextBlock[] {
  const above: string[] = [];
  let head: string | undefined;
  return rows.flatMap(({ cells, isHead }) => {
    const texts: string[] = [];
    for (const { text, column, continuesAbove } of cells) {
      const isRepeated = continuesAbove && text.trim() === "";
      if (!isRepeated) above[column] = text;
      const repeated = above[column] ?? "";
      const own = isRepeated ? (repeated.length <= LONGEST_REPEATED ? repeated : "") : text;
      texts[column] = [texts[column] ?? "", own].join(" ");
    }
    const text = rowText(Array.from(texts, (cell) => cell ?? ""));
    if (text === "") return [];
    const line: TextBlock = { text, page: null, kind: "line" };
    if (isHead) head ??= text;
    else if (head !== undefined) line.head = head;
    return [line];
  });
}

/**
 * A table's row in one line: its cells are separated by tabs, an empty one keeps its column.
 * @returns "" for a row without text
 */
export function rowText(cells: readonly string[]): string {
  const texts = cells.map((cell) => cell.replaceAll(/\s+/g, " ").trim());
  return texts.join("\t").replace(/\t+$/, "");
}
