import papaparse from "papaparse";
import { saveFile } from "./save-file.ts";

/** A column of a table: its heading, and the value of a row. Null makes an empty field. */
export interface CsvColumn<Row> {
  title: string;
  value: (row: Row) => string | number | null;
}

/**
 * Texts that a spreadsheet runs as a formula instead of showing them: `=1+1`, or the same with
 * full-width signs. Only the first character is checked: papaparse's own pattern misses formulas
 * that continue on a second line.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Marks the file as UTF-8: without it, Excel reads the bytes in the computer's local encoding. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * A table as CSV (RFC 4180): headings first, every value in double quotes, lines separated by CRLF.
 * An apostrophe is put before a text that a spreadsheet would read as a formula.
 */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const headings = columns.map(({ title }) => title);
  // An empty text instead of null, which would not be quoted.
  const lines = rows.map((row) => columns.map(({ value }) => value(row) ?? ""));
  return papaparse.unparse([headings, ...lines], { quotes: true, escapeFormulae: FORMULA });
}

/** Saves a table as a download, in UTF-8 that Excel can open. */
export function saveCsv(name: string, csv: string): void {
  saveFile(new Blob([BYTE_ORDER_MARK, csv], { type: "text/csv;charset=utf-8" }), name);
}
