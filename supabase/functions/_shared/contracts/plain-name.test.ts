import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type InProcessBackend, startInProcessBackend } from "#tests/support/in-process-backend.ts";
import { plainName } from "./plain-name.ts";

let backend: InProcessBackend;
beforeAll(async () => {
  backend = await startInProcessBackend();
});
afterAll(() => backend.stop());

const inSql = async (names: readonly string[]) => {
  const rows = await backend.sql(
    "select private.plain_name(n) as plain from json_array_elements_text($1::text::json) with ordinality o (n, i) order by i",
    [JSON.stringify(names)],
  );
  return rows.map(({ plain }) => plain);
};

const FAMILY = "\u{1f469}\u200d\u{1f469}\u200d\u{1f467}";
const NAMES: [name: string, plain: string][] = [
  ["  Åsa O’Neill-Šimić\t(HP-240/B) ", "Åsa O’Neill-Šimić (HP-240/B)"],
  ["ad\u200bm\u200di\u00adn\u2060\ufeff", "admin"],
  ["\u202einvoice\u202c\u2066fdp\u2069.exe", "invoicefdp.exe"],
  ["Two\r\nlines\u2028here", "Two lines here"],
  // Written from right to left; with a joiner that Persian spelling needs, and one that it does not.
  ["שלום בע״מ", "שלום בע״מ"],
  ["علی\u200cرضا\u200c", "علی\u200cرضا"],
  ["क\u094d\u200dष", "क\u094d\u200dष"],
  [`Team ${FAMILY} ❤\ufe0f\u200d🔥`, `Team ${FAMILY} ❤\ufe0f\u200d🔥`],
  ["葛\u{e0100}城 A\ufe0f", "葛\u{e0100}城 A"],
  ["é e\u0301", "é e\u0301"],
  ["\u3164\u2800\u115f\u00a0", ""],
  ["\u0301\u200d\u0308", ""],
];

it.each(NAMES)("the name %j is %j, on the device and in the database", async (name, plain) => {
  expect([plainName(name), ...(await inSql([name]))]).toEqual([plain, plain]);
});

it("any name is the same on the device and in the database, and stays so", async () => {
  const letters = [...NAMES.flatMap(([name]) => [...name]), "\ufe00", "\u{e0041}", "\u3000"];
  const name = fc.string({
    unit: fc.oneof(fc.constantFrom(...letters), fc.nat(0xffff).map(letter)),
  });
  const names = fc.sample(name, { numRuns: 2000, seed: 91 });
  const plain = names.map(plainName);
  expect(await inSql(names)).toEqual(plain);
  expect(plain.map(plainName)).toEqual(plain);
});

/** The character with that code, or a space for what no text in the database can hold. */
function letter(code: number): string {
  return code === 0 || (code >= 0xd800 && code <= 0xdfff) ? " " : String.fromCodePoint(code);
}
