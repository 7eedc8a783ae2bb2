import fc from "fast-check";
import { expect, it } from "vitest";
import { fromFirstFound, markFound } from "./found-words.ts";

const found = (text: string, query: string) =>
  markFound(text, query, "english").flatMap((piece) => (piece.found ? [piece.text] : []));

it("marks words by their stem, and codes in any spelling", () => {
  expect(found("Check the drains. Draining takes a minute.", "drain the pan")).toEqual([
    "drains",
    "Draining",
  ]);
  expect(found("Charge with R-32 only.", "r32")).toEqual(["R-32"]);
  expect(found("The and of", "the and of")).toEqual([]);
});

it("keeps every character of the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, query) => {
      const pieces = markFound(text, query, "english");
      expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    }),
  );
});

it("begins shortly before the first found word", () => {
  const pieces = markFound(`${"word ".repeat(100)}capacitor at last`, "capacitor", "english");
  const [lead, hit] = fromFirstFound(pieces);
  expect(lead?.text).toMatch(/^… word/);
  expect(lead?.text.length).toBeLessThan(70);
  expect(hit).toEqual({ text: "capacitor", found: true });
  expect(fromFirstFound(markFound("none here", "capacitor", "english"))).toEqual([
    { text: "none here", found: false },
  ]);
});
