import { expect, it } from "vitest";
import { problemOf, readVocabularyCsv, vocabularyCsv } from "./vocabulary-csv.ts";

const TERMS = [
  { term: "HX-200", heard: null },
  { term: "contactor", heard: "contractor" },
  { term: '3/4" nipple, brass', heard: null },
  { term: "-E-20", heard: "=e twenty" },
];

it("a vocabulary comes back from CSV as it was, also what a spreadsheet would run", () => {
  expect(readVocabularyCsv(`\ufeff${vocabularyCsv(TERMS)}`)).toEqual({
    kind: "ok",
    entries: TERMS,
  });
});

it("a file may be a plain list of terms", () => {
  expect(readVocabularyCsv("HX-200\n\n  Kessler   Hall \n")).toEqual({
    kind: "ok",
    entries: [
      { term: "HX-200", heard: null },
      { term: "Kessler Hall", heard: null },
    ],
  });
});

it.each([
  ["", "The file has no terms."],
  ["Term,Heard as\n", "The file has no terms."],
  [",contractor", "“contractor”: Enter a term."],
  [`a\n${"x".repeat(81)}`, `“${"x".repeat(81)}”: A term has at most 80 characters.`],
  ["relay,relay", "“relay”: A term is not replaced by itself."],
])("a file is refused as a whole: %j", (csv, message) => {
  expect(readVocabularyCsv(csv)).toEqual({ kind: "wrong", message });
});

it("counts characters as the database does", () => {
  expect(problemOf({ term: "𝛀".repeat(80), heard: null })).toBeNull();
  expect(problemOf({ term: "𝛀".repeat(81), heard: null })).not.toBeNull();
});
