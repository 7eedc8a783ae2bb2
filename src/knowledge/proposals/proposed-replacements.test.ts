import { expect, it } from "vitest";
import { proposeReplacements } from "./proposed-replacements.ts";

let made = 0;
function note(heard: string, corrected: string) {
  made += 1;
  return { id: `${made}`, company_id: null, heard, corrected, created_at: "2026-01-05T08:00:00Z" };
}
const proposed = (...notes: ReturnType<typeof note>[]) =>
  proposeReplacements(notes).map(({ heard, term, notes }) => [heard, term, notes]);

it("proposes what three notes have in the place of the same words", () => {
  const notes = [
    note("Contractor, then a fuse", "Contactor, then a fuse"),
    note("The contractor hums.", "The contactor hums."),
    note(
      "Swap the contractor. The contractor is old.",
      "Swap the contactor. The contactor is old.",
    ),
  ];
  expect(proposed(...notes)).toEqual([["contractor", "contactor", 3]]);
  expect(proposed(...notes.slice(1))).toEqual([]);
});

it("proposes up to three words, and no whole sentences, added or left out words", () => {
  const thrice = (heard: string, corrected: string) => [1, 2, 3].map(() => note(heard, corrected));
  expect(proposed(...thrice("By call is low", "Glycol is low"))).toEqual([
    ["By call", "Glycol", 3],
  ]);
  expect(proposed(...thrice("a b c d now", "e f g h now"))).toEqual([]);
  expect(proposed(...thrice("It hums", "It hums loudly"))).toEqual([]);
  expect(proposed(...thrice("It really hums", "It hums"))).toEqual([]);
  expect(proposed(...thrice("it hums.", "It hums"))).toEqual([]);
});

it("puts the most frequent first", () => {
  const times = (count: number, heard: string, corrected: string) =>
    Array.from({ length: count }, () => note(`The ${heard} is`, `The ${corrected} is`));
  expect(proposed(...times(3, "bump", "pump"), ...times(4, "E 47", "E-47"))).toEqual([
    ["E 47", "E-47", 4],
    ["bump", "pump", 3],
  ]);
});
