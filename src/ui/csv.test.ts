import fc from "fast-check";
import papaparse from "papaparse";
import { expect, it } from "vitest";
import { toCsv } from "./csv.ts";

/** Texts that are difficult for a CSV writer, such as quotes, line ends and formulas. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."=+-@＝\t\r\n\",; 'a🔥"), maxLength: 8 }),
);
const COLUMNS = ["First", "Second", 'The "third", at last'].map((title, at) => ({
  title,
  value: (row: readonly (string | null)[]) => row[at] ?? null,
}));

const parsed = (csv: string): string[][] =>
  papaparse.parse<string[]>(csv, { newline: "\r\n", delimiter: "," }).data;

/** What a spreadsheet takes for the start of a value: of the text, or behind a separator inside it. */
const STARTS = /^[=+\-@\t\r\n＝＋－＠]|[;\t\r\n][=+\-@＝＋－＠]/;

it("can be parsed back without changes, except for the apostrophes before formulas", () => {
  const row = fc.tuple(fc.option(text), fc.option(text), fc.option(text));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
      const [headings, ...back] = parsed(toCsv(COLUMNS, rows));
      expect(headings).toEqual(COLUMNS.map(({ title }) => title));
      for (const [at, values] of rows.entries()) {
        for (const [column, value] of values.entries()) {
          const written = back[at]?.[column] ?? "";
          expect(written).not.toMatch(STARTS);
          if (!STARTS.test(value ?? "")) expect(written).toBe(value ?? "");
          else expect(written.replaceAll("'", "")).toBe(value?.replaceAll("'", ""));
        }
      }
    }),
    { numRuns: 1000 },
  );
});

it.each([
  ["=1+1", "'=1+1"],
  ["Pump;=1+1", "Pump;'=1+1"],
  ["Pump\n@SUM(A1)", "Pump\n'@SUM(A1)"],
  ["10-15 bar; -5 °C", "10-15 bar; -5 °C"],
])("of %j a spreadsheet runs nothing", (value, written) => {
  expect(parsed(toCsv(COLUMNS.slice(0, 1), [[value]]))[1]).toEqual([written]);
});
