import { expect, test } from "vitest";
import { isSentenceFlagged, missedByKind } from "./judged.ts";
import paraphrases from "./paraphrases.json" with { type: "json" };
import a from "./unseen-answers-a.json" with { type: "json" };
import b from "./unseen-answers-b.json" with { type: "json" };
import c from "./unseen-answers-c.json" with { type: "json" };
import varied from "./varied-answers.json" with { type: "json" };

/*
 * Right and wrong sentences from the demo manuals. A, B and C were written by people who did not know the
 * check; 100 right ones, 100 with a wrong figure, unit, code or citation, 10 with a swapped subject and
 * 10 with a wrong negation each. When each was measured first:
 *
 * - A: 6 right ones marked, 22 of the 120 wrong ones missed. It was read afterwards, and rules were made
 *   for the kinds of errors in it.
 * - B: measured once after that: 5 right ones marked; 3 figures, 1 unit, 10 subjects and 2 negations
 *   missed (96 of the 100 wrong facts caught). It was read afterwards too.
 * - C: measured once with the rules made for A and B: 9 right ones marked; 5 figures, 1 code, 1 citation,
 *   6 subjects and 3 negations missed (93 of the 100 wrong facts caught). The rules as they were before B and C
 *   existed marked 4 and 10 right ones, and caught 94 and 89 of the wrong facts. Its list was read later, and rules
 *   were made for the kinds of errors in it, so that no set here tells any more how the check does on what it never saw.
 *
 * "varied" was written by somebody who knew the rules, before most of them were changed.
 *
 * The rules that were made for these sets did worse on other documents (`unseen-documents.test.ts`), and fewer rules took
 * their place. Since then 4 more right sentences of these sets are marked. Of the 359 wrong facts 17 are missed; it was 7
 * before. The limits are today's results.
 */
const SETS = [
  { name: "A", ...a, mostFlagged: 2, mostMissed: 14 },
  { name: "B", ...b, mostFlagged: 0, mostMissed: 17 },
  { name: "C", ...c, mostFlagged: 0, mostMissed: 19 },
  { name: "varied", ...varied, mostFlagged: 4, mostMissed: 12 },
];

test.each(SETS)("few right sentences of $name are marked", ({ name, right, mostFlagged }) => {
  const found = right.filter(isSentenceFlagged).map(({ text }) => text);
  console.info(`Right sentences of ${name} marked: ${found.length} of ${right.length}`);
  expect(found.length, found.join("\n")).toBeLessThanOrEqual(mostFlagged);
});

test.each(SETS)("most wrong sentences of $name are caught", ({ name, wrong, mostMissed }) => {
  const missed = wrong.filter((answer, seed) => !isSentenceFlagged(answer, seed));
  console.info(`Wrong sentences of ${name} missed: ${missedByKind(wrong, missed)}`);
  const list = missed.map(({ text, why }) => `${text} (${why})`).join("\n");
  expect(missed.length, list).toBeLessThanOrEqual(mostMissed);
});

/*
 * 67 more right sentences, written later. At first one was marked ("11.2 litres of hot water per
 * minute"), of which a rule was made.
 */
test("no sentence of a second list of right ones is marked", () => {
  expect(paraphrases.filter(isSentenceFlagged)).toEqual([]);
});
