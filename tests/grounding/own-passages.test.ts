import { expect, test } from "vitest";
import { missedByKind } from "./judged.ts";
import { isOwnFlagged, type OwnSet } from "./own-passages.ts";
import first from "./varied-answers-1.json" with { type: "json" };
import second from "./varied-answers-2.json" with { type: "json" };
import third from "./varied-answers-3.json" with { type: "json" };
import german from "./varied-answers-de.json" with { type: "json" };
import spanish from "./varied-answers-es.json" with { type: "json" };
import french from "./varied-answers-fr.json" with { type: "json" };

/*
 * Right and wrong sentences over passages of other manuals: pumps, lifts, ovens, cars, medical devices, software.
 * They were written by the person who changed the rules, each set before the changes that were made with it in view.
 * When each was measured first, of the right sentences were marked, and of the wrong figures, units and codes missed:
 *
 * - 1: 9 of 79, and 10 of 56
 * - 2: 4 of 50, and 5 of 40
 * - 3: 5 of 23, and 0 of 22
 * - German: 1 of 22, and 1 of 19; Spanish: 1 of 14, and 0 of 11; French: 0 of 14, and 2 of 11. All of these were written
 *   after the rules for languages, and before a few of their words were added.
 *
 * The limits are what is measured now.
 */
const FACTS: ReadonlySet<string> = new Set(["figure", "unit", "code"]);

const SETS: { name: string; set: OwnSet; marked: number; facts: number; all: number }[] = [
  { name: "1", set: first, marked: 1, facts: 4, all: 26 },
  { name: "3", set: third, marked: 0, facts: 0, all: 4 },
  { name: "German", set: german, marked: 0, facts: 0, all: 2 },
  { name: "Spanish", set: spanish, marked: 0, facts: 0, all: 0 },
  { name: "French", set: french, marked: 0, facts: 0, all: 0 },
  { name: "2", set: second, marked: 2, facts: 3, all: 11 },
];

test.each(SETS)("few right sentences of set $name are marked", ({ name, set, marked }) => {
  const found = set.right.filter((sentence) => isOwnFlagged(set, sentence));
  console.info(`Right sentences of set ${name} marked: ${found.length} of ${set.right.length}`);
  expect(found.length, found.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(marked);
});

test.each(SETS)("most wrong sentences of set $name are caught", ({ name, set, facts, all }) => {
  const missed = set.wrong.filter((sentence) => !isOwnFlagged(set, sentence));
  console.info(`Wrong sentences of set ${name} missed: ${missedByKind(set.wrong, missed)}`);
  const list = missed.map(({ text, why }) => `${text} (${why})`).join("\n");
  expect(missed.filter(({ kind }) => FACTS.has(kind)).length, list).toBeLessThanOrEqual(facts);
  expect(missed.length, list).toBeLessThanOrEqual(all);
});

/** An answer in another language than its passage: only its figures, units and codes are compared. */
const [passage] = Object.keys(german.passages);
test.each([
  "The pump's pressure has to be between 1.5 and 2.0 bar",
  "Grease the bearing every 2000 operating hours with 15 g of LGX-2",
  "Wait ten minutes before you open the housing",
])("an English answer from a German passage is right and not marked: %s", (text) => {
  expect(isOwnFlagged(german, { text, at: passage ?? "" })).toBe(false);
});

test.each([
  "The pump's pressure has to be between 1.5 and 2.5 bar",
  "Grease the bearing every 1200 operating hours with 15 g of LGX-2",
  "Grease the bearing every 2000 operating hours with 15 g of LGX-3",
  "Wait ten hours before you open the housing",
])("an English answer from a German passage has a wrong fact and is marked: %s", (text) => {
  expect(isOwnFlagged(german, { text, at: passage ?? "" })).toBe(true);
});
