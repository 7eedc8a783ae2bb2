import papaparse from "papaparse";
import { saveFile } from "./save-file.ts";

/** A column of a table: its heading, and what a row has in it. Null is an empty field. */
export interface CsvColumn<Row> {
  title: string;
  value: (row: Row) => string | number | null;
}

/**
 * What a spreadsheet would run, and not show: `=1+1`, or the same with the wide signs that it takes
 * for them. Only the beginning is looked at: papaparse's own pattern lets through what goes on in a
 * second line.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Says that what follows is UTF-8: without it Excel takes the bytes for the computer's own table. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * A table as CSV (RFC 4180): every value in double quotes, headings first, a CRLF between two lines. Texts
 * that a spreadsheet would take for a formula begin with an apostrophe.
 */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const headings = columns.map(({ title }) => title);
  // An empty text and not null, which would have no quotes.
  const lines = rows.map((row) => columns.map(({ value }) => value(row) ?? ""));
  return papaparse.unparse([headings, ...lines], { quotes: true, escapeFormulae: FORMULA });
}

/** Hands a table to the browser's downloads under a name, as UTF-8 that Excel opens. */
export function saveCsv(name: string, csv: string): void {
  saveFile(new Blob([BYTE_ORDER_MARK, csv], { type: "text/csv;charset=utf-8" }), name);
}
