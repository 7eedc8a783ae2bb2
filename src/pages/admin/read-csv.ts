import { plainName } from "@contracts/plain-name.ts";
import { describeSizeLimit } from "@contracts/size-limit.ts";
import papaparse from "papaparse";
import { decodeText } from "#knowledge/extraction/decode-text.ts";

/** A table's lines with their fields as they are written. */
export type ReadTable =
  | {
      kind: "ok";
      lines: string[][];
      /** Where the first of them is in the file, as a spreadsheet counts. */
      firstLine: number;
    }
  | { kind: "wrong"; message: string };

/** The first line of some files, which defines for Excel what separates the columns: "sep=;". */
const SEPARATOR = /^sep=(.)\r?\n/i;

/**
 * Reads a table of comma-separated values in any usual encoding. A comma, semicolon or tab separates
 * the fields.
 */
export function readCsv(bytes: ArrayBuffer): ReadTable {
  // A ZIP file, as workbooks of Excel are.
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0x50 && second === 0x4b) {
    const message = "This is an Excel workbook. In Excel, save it as CSV, and choose that file.";
    return { kind: "wrong", message };
  }
  let text: string | null;
  try {
    text = decodeText(new Uint8Array(bytes));
  } catch (error) {
    return { kind: "wrong", message: error instanceof Error ? error.message : String(error) };
  }
  if (text === null) return { kind: "wrong", message: "This file is not text." };
  const separator = SEPARATOR.exec(text);
  const firstLine = separator === null ? 1 : 2;
  const table = text.slice(separator?.[0].length ?? 0);
  const delimiter = separator?.[1] ?? findDelimiter(table);
  const { data, errors } = papaparse.parse<string[]>(table, { delimiter });
  // Without this error, all lines after the mark would become part of one field, unnoticed.
  const unclosed = errors.find(({ type }) => type === "Quotes");
  if (unclosed !== undefined) {
    const line = (unclosed.row ?? 0) + firstLine;
    const message = `Line ${line} has a quotation mark in the wrong place, or without a second one.`;
    return { kind: "wrong", message };
  }
  return { kind: "ok", lines: data, firstLine };
}

/** Largest file that is read, in bytes: a full list is smaller. */
const FILE_LIMIT = 1_000_000;

/** Reads a chosen file that holds a table. @param read reads its bytes */
export async function readCsvFile<Read>(
  file: File,
  read: (bytes: ArrayBuffer) => Read,
  limit = FILE_LIMIT,
) {
  if (file.size <= limit) return read(await file.arrayBuffer());
  const message = `The file is larger than ${describeSizeLimit(limit)}.`;
  return { kind: "wrong" as const, message };
}

/** A column, and the names in small letters by which a table may call it. */
type NamedColumn<Column> = readonly [Column, readonly string[]];

/**
 * The fields of a table's columns by the names in its first line, in any order and spelling.
 * @returns `has`: whether the table has a column; `raw`: its field in a line; `field`: that as a name
 */
export function namedColumns<Column>(
  columns: readonly NamedColumn<Column>[],
  heads: readonly string[],
) {
  const plain = heads.map(smallLetters);
  const places = new Map<Column, number>();
  for (const [column, names] of columns) {
    const place = plain.findIndex((head) => names.includes(head));
    if (place !== -1) places.set(column, place);
  }
  const raw = (line: readonly string[], column: Column) => line[places.get(column) ?? -1] ?? "";
  return {
    has: (column: Column) => places.has(column),
    raw,
    field: (line: readonly string[], column: Column) => plainField(raw(line, column)),
  };
}

/** The separator of the fields: the most frequent candidate in the first line. */
function findDelimiter(table: string): string {
  const line = (/^.*/.exec(table)?.[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const count = (delimiter: string) => line.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/**
 * The text of a field as a name: on one line, of characters that can be seen, and without the
 * apostrophe that an export puts before what a spreadsheet would run.
 */
export function plainField(field: string): string {
  return plainName(
    field.replaceAll(/(?<=^|[;\t\r\n])'(?=[=+\-@＝＋－＠])/g, "").replaceAll(/\s+/g, " "),
  );
}

/** Small letters alone: "E-mail address" and "email_address" are one name. */
export function smallLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, "");
}
