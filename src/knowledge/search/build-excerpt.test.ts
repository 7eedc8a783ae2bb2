import fc from "fast-check";
import { expect, it } from "vitest";
import { buildExcerpt } from "./build-excerpt.ts";

/** An excerpt as text, with what is marked in square brackets. */
const excerpt = (body: string, query: string) =>
  buildExcerpt(body, query, "english")
    .map(({ text, found }) => (found ? `[${text}]` : text))
    .join("");

const CODES =
  "Error codes of the HP-240\nE-30\tThe fan is blocked: what it means.\nE-31\tThe sensor is open.\nE-32\tThe filter is dirty.";

it.each([
  ["What does E-31 mean?", CODES, "… [E-31]\tThe sensor is open.\nE-32\tThe filter is dirty."],
  ["what does e31 mean", CODES, "… [E-31]\tThe sensor is open.\nE-32\tThe filter is dirty."],
  ["error 31", CODES, "… [E-31]\tThe sensor is open.\nE-32\tThe filter is dirty."],
  [
    "E-31 HP-240",
    CODES,
    "Error codes of the [HP-240]\n … [E-31]\tThe sensor is open.\nE-32\tThe filter is dirty.",
  ],
  ["E-31", "Both E‑30/E‑31 and E\u00ad-31.", "Both E‑30/[E‑31] and [E\u00ad-31]."],
  ["E31 or error 31", "See E 31, Error code 31, E-310.", "See [E 31], [Error code 31], E-310."],
  ["HP-240/B", "An HP-240/B, HP 240 B or HP240B.", "An [HP-240/B], [HP 240 B] or [HP240B]."],
  ["HP-240", "An HP-240/B has 240 V.", "An [HP-240]/B has 240 V."],
  ["1/2", "A hose of 0.5 inch, ½ or 1/4.", "A hose of [0.5] inch, [½] or 1/4."],
  ["10-15 bar", "It takes 10–15 bar, not 10.", "It takes [10–15 bar], not 10."],
  ["30Hz", "It turns at 30 Hz.", "It turns at [30 Hz]."],
  ["1200", "It turns 1,200 or 1 200 times.", "It turns [1,200] or [1 200] times."],
  ["drain the pan", "Drains, draining and the pan.", "[Drains], [draining] and the [pan]."],
])("marks for %j whole words and codes, and begins at them: %j", (query, body, shown) => {
  expect(excerpt(body, query)).toBe(shown);
});

it("begins at the sentence that shares the most words with the query, or is the whole passage", () => {
  const passage = "Read this first. Wait ten minutes for the capacitor. Then measure.";
  expect(excerpt(passage, "How long do the capacitors wait?")).toBe(
    "… [Wait] ten minutes for the [capacitor]. Then measure.",
  );
  expect(excerpt(passage, "What do I read?")).toBe(passage.replace("Read", "[Read]"));
  expect(excerpt(passage, "Moon?")).toBe(passage);
  expect(excerpt("", "?")).toBe("");
});

it("shows a code in the middle of a long sentence, and little of the sentence around it", () => {
  const long = "word ".repeat(100);
  const shown = excerpt(`${long}E-31 ${long}of the HP-240 ${long}`, "E-31 HP-240");
  expect(shown).toMatch(/^… (word ){11,12}\[E-31\] (word ){99,100}of the \[HP-240\]/);
  const apart = excerpt(`${long}E-31 ${long}. The HP-240 ${long}`, "E-31 HP-240");
  expect(apart).toMatch(/^… (word ){11,12}\[E-31\] (word ){11,12} … The \[HP-240\]/);
});

it("has every character of the shown parts, once and in order", () => {
  const text = fc.string({ unit: "grapheme" });
  fc.assert(
    fc.property(text, fc.string(), (body, query) => {
      let rest = body;
      for (const piece of buildExcerpt(body, query, "english")) {
        if (!piece.found && piece.text.trim() === "…" && !rest.startsWith(piece.text)) continue;
        expect(rest).toContain(piece.text);
        rest = rest.slice(rest.indexOf(piece.text) + piece.text.length);
      }
      expect(rest).toBe("");
    }),
  );
});
