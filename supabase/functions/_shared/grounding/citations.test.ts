import fc from "fast-check";
import { expect, test } from "vitest";
import { findCitations, keepCitations, rewriteCitations, withoutCitations } from "./citations.ts";

test.each<[string, number[]]>([
  ["Yes[2], no [ 3 ].", [2, 3]],
  ["Yes [1, 2; 3 and 4 & 5].", [1, 2, 3, 4, 5]],
  ["Yes [2-4] or [6–7].", [2, 3, 4, 6, 7]],
  ["Yes [4-2].", []],
  ["Yes [Passage 2], [passages 3, 4].", [2, 3, 4]],
  ["Yes 【5†manual.pdf】.", [5]],
  ["Yes [1](https://evil.example).", [1]],
  ["Set [10 psi], see [note], [], [-1], [1.5], [x1].", []],
  ["Yes [1-999999999].", Array.from({ length: 50 }, (_, index) => index + 1)],
])("the citations in %j are found", (text, numbers) => {
  expect(findCitations(text).flatMap((citation) => citation.numbers)).toEqual(numbers);
});

test.each([
  ["Yes [1](https://evil.example), no [9].", "Yes [1], no."],
  ["Both [1, 9, 2].", "Both [1][2]."],
  ["None\n[9]\nhere  [8]", "None\n\nhere"],
  ["Nested [[9]1] and [[9][8]2].", "Nested [1] and [2]."],
])("of the citations in %j only the known ones are kept", (text, kept) => {
  expect(keepCitations(text, (number) => number <= 2)).toBe(kept);
});

test("no text keeps an unknown citation, or any citation if none is allowed", () => {
  const piece = fc.oneof(
    fc.constantFrom(..."[]【】†(),- 129", "and", "passage "),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      const kept = keepCitations(text, (number) => number === 1 || number === 2);
      for (const [, number] of kept.matchAll(/\[(\d+)\]/g)) expect(number).toMatch(/^[12]$/);
      expect(withoutCitations(text)).not.toMatch(/\[\d+\]/);
    }),
    { numRuns: 2_000 },
  );
});

test("citations are renumbered", () => {
  expect(rewriteCitations("A [3]. B [1][3].", (numbers) => numbers.map((n) => 4 - n))).toBe(
    "A [1]. B [3][1].",
  );
});
