import { expect, test } from "vitest";
import { isSentenceFlagged, missedByKind } from "./judged.ts";
import answers from "./phrased-answers.json" with { type: "json" };

/*
 * 291 right sentences in the words of an assistant and 140 wrong ones, written from the demo manuals in
 * three parts, each without a look at the rules or before they were changed for it. When each part was
 * measured first, 6 of 135, 10 of 91 and 2 of 65 right ones were marked, and 24 of 96 and 24 of 44
 * wrong ones missed (the 44 are swapped subjects and negations only). The rules were improved with all
 * parts in view, so that the figures now are not those of sentences never seen.
 */

const MOST_FLAGGED = 4;
const MOST_MISSED = 42;

test("few right sentences in the words of an assistant are marked", () => {
  const found = answers.right.filter(isSentenceFlagged).map(({ text }) => text);
  console.info(`Right sentences marked: ${found.length} of ${answers.right.length}`);
  expect(found.length, found.join("\n")).toBeLessThanOrEqual(MOST_FLAGGED);
});

test("most wrong sentences in the words of an assistant are caught", () => {
  const missed = answers.wrong.filter((answer, seed) => !isSentenceFlagged(answer, seed));
  console.info(`Wrong sentences missed: ${missedByKind(answers.wrong, missed)}`);
  const list = missed.map(({ text, why }) => `${text} (${why})`).join("\n");
  expect(missed.length, list).toBeLessThanOrEqual(MOST_MISSED);
});
