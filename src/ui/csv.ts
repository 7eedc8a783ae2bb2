import papaparse from "papaparse";
import { saveFile } from "./save-file.ts";

/** A column of a table: its heading, and the value of a row. Null makes an empty field. */
export interface CsvColumn<Row> {
  title: string;
  value: (row: Row) => string | number | null;
}

/** Where a spreadsheet would read a formula: at the start, or where another one ends a value. */
const FORMULA = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠])/g;

/** Marks the file as UTF-8: without it, Excel reads the bytes in the computer's local encoding. */
const BYTE_ORDER_MARK = "\ufeff";

/** A table as CSV (RFC 4180) in quotes, with an apostrophe before what could be a formula. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const headings = columns.map(({ title }) => title);
  // An empty text instead of null, which would not be quoted.
  const lines = rows.map((row) =>
    columns.map(({ value }) => {
      const shown = value(row) ?? "";
      return typeof shown === "string" ? shown.replaceAll(FORMULA, "'") : shown;
    }),
  );
  return papaparse.unparse([headings, ...lines], { quotes: true });
}

/** Saves a table as a download, in UTF-8 that Excel can open. */
export function saveCsv(name: string, csv: string): void {
  saveFile(new Blob([BYTE_ORDER_MARK, csv], { type: "text/csv;charset=utf-8" }), name);
}
