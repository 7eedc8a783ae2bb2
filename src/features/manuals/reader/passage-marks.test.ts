import fc from "fast-check";
import { expect, it } from "vitest";
import { passageMarks } from "./passage-marks.ts";

const marked = (items: readonly string[], passage: string) =>
  passageMarks(items, passage).map(({ item, from, to }) => items[item]?.slice(from, to));

it("finds text with ligatures, and text from table cells in another order", () => {
  expect(marked(["The ﬁrst ﬂare was speciﬁed"], "first flare was specified")).toEqual([
    "ﬁrst ﬂare was speciﬁed",
  ]);
  const cells = ["Minimum circuit ampacity", "Maximum overcurrent protection", "19.5 A", "30 A"];
  const passage = "Minimum circuit ampacity\t19.5 A\nMaximum overcurrent protection\t30 A";
  expect(marked(cells, passage)).toEqual(cells.slice(0, 2));
});

it("does not mark a page header inside a passage, or text that begins on another page", () => {
  const items = ["Ventilate the room before you", "Northwind HP-240", "open the circuit again."];
  expect(
    marked(items, "Ventilate the room before you open the circuit again. Then, on the next page…"),
  ).toEqual([items[0], "open the circuit again"]);
});

it("marks nothing for a chance match or an empty text", () => {
  expect(marked(["Any other text about pumps and fans"], "The pump and its fan belt")).toEqual([]);
  expect(marked(["Any text"], " -- ")).toEqual([]);
  expect(marked([], "Any text")).toEqual([]);
});

it("marks exactly the letters of a passage, however the page is split into items", () => {
  const word = fc.stringMatching(/^[a-z]{2,9}$/);
  const words = fc.array(word, { minLength: 1, maxLength: 40 });
  const cuts = fc.array(fc.tuple(fc.nat(400), fc.constantFrom("", " ", "-", "  ")), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(words, words, words, cuts, (before, within, after, places) => {
      // Digits around the passage make sure that it occurs only once.
      const text = `${before.join(" ")} 1 ${within.join(" ")} 2 ${after.join(" ")}`;
      const passage = `1 ${within.join("\n")} 2`;
      const items: string[] = [];
      let end = 0;
      for (const [place, joint] of [...places].sort(([a], [b]) => a - b)) {
        if (place <= end || place >= text.length) continue;
        items.push(text.slice(end, place) + joint);
        end = place;
      }
      items.push(text.slice(end));
      const letters = marked(items, passage)
        .join("")
        .replace(/[^a-z0-9]/g, "");
      expect(letters).toBe(passage.replace(/[^a-z0-9]/g, ""));
    }),
  );
});
