import fc from "fast-check";
import papaparse from "papaparse";
import { expect, it } from "vitest";
import { csvOf } from "./csv.ts";

/** Texts that are difficult for a CSV writer, such as quotes, line ends and formulas. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."=+-@＝\t\r\n\",; 'a🔥"), maxLength: 8 }),
);
const COLUMNS = ["First", "Second", 'The "third", at last'].map((title, at) => ({
  title,
  value: (row: readonly (string | null)[]) => row[at] ?? null,
}));

function parsed(csv: string): string[][] {
  return papaparse.parse<string[]>(csv, { newline: "\r\n", delimiter: "," }).data;
}

it("can be parsed back without changes, except for the apostrophe before a formula", () => {
  const row = fc.tuple(fc.option(text), fc.option(text), fc.option(text));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
      const [headings, ...back] = parsed(csvOf(COLUMNS, rows));
      expect(headings).toEqual(COLUMNS.map(({ title }) => title));
      const expected = rows.map((values) =>
        values.map((value) =>
          /^[=+\-@\t\r\n＝＋－＠]/.test(value ?? "") ? `'${value}` : (value ?? ""),
        ),
      );
      expect(back).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});
