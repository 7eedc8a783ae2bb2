import { expect, it } from "vitest";
import { findProblem, readVocabularyCsv, vocabularyCsv } from "./vocabulary-csv.ts";

const encoded = (csv: string) => new TextEncoder().encode(csv).buffer;
const read = (csv: string) => readVocabularyCsv(encoded(csv));

const TERMS = [
  { term: "HX-200", heard: null },
  { term: "contactor", heard: "contractor" },
  { term: '3/4" nipple, brass', heard: null },
  { term: "-E-20", heard: "=e twenty" },
];

it("a vocabulary comes back from CSV as it was, also what a spreadsheet would run", () => {
  expect(read(`\ufeff${vocabularyCsv(TERMS)}`)).toEqual({
    kind: "ok",
    entries: TERMS,
  });
});

it("a file may be a plain list of terms", () => {
  expect(read("HX-200\n\n  Kessler   Hall \n")).toEqual({
    kind: "ok",
    entries: [
      { term: "HX-200", heard: null },
      { term: "Kessler Hall", heard: null },
    ],
  });
});

it.each([
  [
    "in the encoding of Windows, with headings and semicolons",
    Uint8Array.from(
      Array.from("Term;Heard as\r\nL\u00fcfter LX-5;lufter\r\n\u00d6lbrenner;\r\n", (letter) =>
        letter.charCodeAt(0),
      ),
    ).buffer,
    ["Lüfter LX-5", "Ölbrenner"],
  ],
  [
    "with the line that tells its separator",
    encoded("sep=;\r\nTerm;Heard as\r\nKP-7;kay"),
    ["KP-7"],
  ],
  [
    "by the separator that it tells, with a comma in its first line",
    encoded("sep=;\n3/4 nipple, brass;nipple\n"),
    ["3/4 nipple, brass"],
  ],
  ["with a heading in other letters", encoded("TERM:\nKP-7\n"), ["KP-7"]],
])("a file is read %s", (_how, bytes, terms) => {
  const result = readVocabularyCsv(bytes);
  expect(result.kind === "ok" && result.entries.map(({ term }) => term)).toEqual(terms);
});

it.each([
  ["", "The file has no terms."],
  ["Term,Heard as\n", "The file has no terms."],
  [",contractor", "“contractor”: Enter a term."],
  [`a\n${"x".repeat(81)}`, `“${"x".repeat(81)}”: A term has at most 80 characters.`],
  ["relay,relay", "“relay”: A term is not replaced by itself."],
])("a file is refused as a whole: %j", (csv, message) => {
  expect(read(csv)).toEqual({ kind: "wrong", message });
});

it("counts characters as the database does", () => {
  expect(findProblem({ term: "𝛀".repeat(80), heard: null })).toBeNull();
  expect(findProblem({ term: "𝛀".repeat(81), heard: null })).not.toBeNull();
});
