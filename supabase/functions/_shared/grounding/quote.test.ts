import fc from "fast-check";
import { expect, test } from "vitest";
import { bestQuote } from "./quote.ts";

const passage = `Before you begin, read this page. Switch off the power at the isolator. Close both valves.
Filling: open the filling valve slowly. Fill to 1.5 bar.  Close the valve when the gauge shows 1.5 bar! Vent the radiators.`;

test.each([
  ["Isolate the power first", "Switch off the power at the isolator. Close both valves."],
  ["The gauge should show 1.5 bar.", "Close the valve when the gauge shows 1.5 bar!"],
  ["Venting radiators", "Close the valve when the gauge shows 1.5 bar! Vent the radiators."],
  [
    "Fill it up to 1.5 bar, then vent",
    "Fill to 1.5 bar.  Close the valve when the gauge shows 1.5 bar! Vent the radiators.",
  ],
])("the quote supports %j", (sentence, quote) => {
  expect(bestQuote(passage, sentence)).toBe(quote);
});

const firstAid = `4.4 Eyes and skin

Splash in the eye. Hold the lids open and rinse for fifteen minutes.

Frozen skin
Rinse with lukewarm water for twenty minutes and do not rub.

Refrigerant\tMinutes\tWater
R-32\t15 minutes for an eye\tlukewarm
R-290\t20 minutes for an eye\tcold

4.5 Fingers`;

test.each([
  [
    "a few words",
    "Splashed",
    "Splash in the eye. Hold the lids open and rinse for fifteen minutes.",
  ],
  [
    "a heading",
    "Skin that is frozen",
    "Frozen skin\nRinse with lukewarm water for twenty minutes and do not rub.",
  ],
  [
    "the head of a table",
    "Which refrigerant, which water?",
    "Refrigerant\tMinutes\tWater\nR-32\t15 minutes for an eye\tlukewarm",
  ],
])("%s is quoted together with what follows", (_, sentence, quote) => {
  expect(bestQuote(firstAid, sentence)).toBe(quote);
});

test("a row of a table is quoted whole", () => {
  expect(bestQuote(firstAid, "R-290")).toContain("R-290\t20 minutes for an eye\tcold");
});

test("a sentence is preferred to a heading that nothing follows", () => {
  expect(bestQuote(`Gloves protect all the fingers of both hands. ${firstAid}`, "Fingers?")).toBe(
    "Gloves protect all the fingers of both hands.",
  );
});

test("if the sentence has few terms, the question decides what is quoted", () => {
  expect(bestQuote(passage, "Do it slowly or not at all.", "How are radiators vented?")).toMatch(
    /slowly.*|radiators/,
  );
  expect(bestQuote(passage, "Yes.", "How are radiators vented?")).toMatch(/Vent the radiators\.$/);
});

test("if nothing supports the sentence, the beginning of the passage is quoted", () => {
  expect(bestQuote(passage, "Bananas.")).toBe(passage);
  expect(bestQuote(`${passage}\n${passage}`, "Bananas.").startsWith(`${passage}\n`)).toBe(true);
});

test("a sentence longer than a quote is split between words", () => {
  const long = `${"word ".repeat(100)}needle ${"more ".repeat(100)}`;
  const quote = bestQuote(long, "needle");
  expect(quote).toMatch(/(^| )needle( |$)/);
  expect(quote.length).toBeLessThanOrEqual(300);
});

test("words are compared by the stems of the passage's language", () => {
  const body = `Lagern Sie die Pumpe trocken und frostfrei im Keller ein. ${"Der Abschnitt nennt sonst nichts dazu. ".repeat(9)}Hohe Drücke baut das Gefäß V3 ab.`;
  const question = "Was hilft gegen Druck?";
  expect(bestQuote(body, question, "", "german")).toContain("das Gefäß V3");
});

test("a quote is always a part of the passage, word for word, and never too long", () => {
  const text = fc.oneof(
    fc.lorem({ maxCount: 120 }),
    fc.string({ unit: "binary", maxLength: 900 }),
    fc.string({ unit: fc.constantFrom("🔥", "a", " ", ". ", "\n"), maxLength: 900 }),
  );
  fc.assert(
    fc.property(text, text, (body, sentence) => {
      const quote = bestQuote(body, sentence);
      expect(body).toContain(quote);
      expect(quote.length).toBeLessThanOrEqual(300);
      if (body.trim() !== "") expect(quote).not.toBe("");
    }),
    { numRuns: 300 },
  );
});
