import fc from "fast-check";
import { expect, it } from "vitest";
import { markTerms } from "./mark-terms.ts";

/** A text with what is marked in square brackets. */
const marked = (body: string, query: string) =>
  markTerms(body, query, "english")
    .map(({ text, found }) => (found ? `[${text}]` : text))
    .join("");

const CODES = "Error codes of the HP-240\nE-30\tThe fan is blocked.\nE-31\tThe sensor is open.";

it.each([
  ["What does e31 mean?", CODES, CODES.replace("E-31", "[E-31]")],
  ["error 31", CODES, CODES.replace("E-31", "[E-31]").replace("Error", "[Error]")],
  ["E-31 HP-240", CODES, CODES.replace("E-31", "[E-31]").replace("HP-240", "[HP-240]")],
  ["E-31", "Both E‑30/E‑31 and E\u00ad-31.", "Both [E‑30/E‑31] and [E\u00ad-31]."],
  ["E31 or error 31", "See E 31, Error code 31, E-310.", "See [E 31], [Error code 31], E-310."],
  ["HP-240", "An HP-240/B has 240 V.", "An [HP-240/B] has 240 V."],
  ["1/2", "A hose of 0.5 inch, ½ or 1/4.", "A hose of [0.5] inch, [½] or 1/4."],
  ["10-15 bar", "It takes 10–15 bar, not 10.", "It takes [10–15 bar], not 10."],
  ["drain the pan", "Drains, draining and the pan.", "[Drains], [draining] and the [pan]."],
])("marks for %j whole words and codes: %j", (query, body, shown) => {
  expect(marked(body, query)).toBe(shown);
});

it("has every character of the text, once and in order", () => {
  const text = fc.string({ unit: "grapheme" });
  fc.assert(
    fc.property(text, fc.string(), (body, query) => {
      const pieces = markTerms(body, query, "english");
      expect(pieces.map((piece) => piece.text).join("")).toBe(body);
    }),
  );
});
