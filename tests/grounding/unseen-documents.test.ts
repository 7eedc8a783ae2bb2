import { expect, test } from "vitest";
import type { PassageHit } from "#supabase/functions/_shared/contracts/knowledge.ts";
import { checkAnswer } from "#supabase/functions/_shared/grounding/check-answer.ts";
import { type CitingSentence, missedByKind } from "./judged.ts";
import d from "./unseen-answers-d.json" with { type: "json" };
import e from "./unseen-answers-e.json" with { type: "json" };
import f from "./unseen-answers-f.json" with { type: "json" };
import g from "./unseen-answers-g.json" with { type: "json" };

/*
 * D, E, F and G: 100 right and 100 wrong sentences each, over 73 to 77 passages of 20 invented manuals. Each set was
 * written by somebody who did not know the check. Of the wrong ones 85 have a wrong figure, unit or code, or cite a
 * passage that does not say it; 10 have a wrong negation, order or condition, and 5 a swapped subject.
 *
 * How the check did on sentences that nobody had seen, right ones marked and wrong facts of the 85 missed:
 *
 * - with the rules that were made in view of the demo manuals' sets: D 21 and 1, F 21 and 8, G 21 and 12;
 * - F, with the first form of the one rule for all places of figures, which was made in view of D: 15 and 24;
 * - G, with that rule as it was after F had been read: 3 and 10;
 * - E, with that rule as it is: 9 and 7; with the rules before it: 22 and 7.
 *
 * D, F and G have been read since, so that their limits, which are what is measured now, tell only that the check does
 * not get worse. Nobody who changed the rules has read E: whoever does cannot learn from it any more how the check
 * does on new sentences. Three of D's right sentences have a difference or an example of the answer's own.
 */
const SETS = [
  { name: "D", set: d, marked: 3, facts: 2, all: 13 },
  { name: "E", set: e, marked: 9, facts: 7, all: 20 },
  { name: "F", set: f, marked: 2, facts: 6, all: 18 },
  { name: "G", set: g, marked: 2, facts: 5, all: 15 },
];

const OTHERS: ReadonlySet<string> = new Set(["negation", "swap"]);

/** How many passages the model is given. */
const GIVEN = 12;

/** All passages of a set's documents, as a search would return them. */
function passagesOf(documents: Record<string, string[]>): PassageHit[] {
  return Object.entries(documents).flatMap(([file_name, passages], file) =>
    passages.map((text, chunk_no) => ({
      file_id: `018f0000-0000-7000-8000-0000000000${10 + file}`,
      ...{ file_name, chunk_no, heading: "", page: 1, score: 1 },
      // The reader of documents parts cells by tabs.
      body: text.replaceAll(" | ", "\t"),
    })),
  );
}

/** Whether a sentence is marked, which stands alone in an answer and cites its passages. */
function isFlagged({ text, passages }: CitingSentence, all: readonly PassageHit[]): boolean {
  const cited = passages.map(({ file, index }) => {
    const found = all.find((each) => each.file_name === file && each.chunk_no === index);
    if (!found) throw new Error(`${file} has no passage ${index}`);
    return found;
  });
  const files = new Set(passages.map(({ file }) => file));
  const others = all.filter((each) => !cited.includes(each));
  const near = others.filter(({ file_name }) => files.has(file_name));
  const given = [...cited, ...near, ...others].slice(0, GIVEN);
  const marks = cited.map((_, at) => `[${at + 1}]`).join("");
  const answer = `${text.replace(/\.$/, "")} ${marks}.`;
  const { reply } = checkAnswer(answer, "", given, "0123456789abcdef");
  return reply.basis === "nothing" || reply.unsupported !== undefined;
}

test.each(SETS)("few right sentences of $name are marked", ({ name, set, marked }) => {
  const all = passagesOf(set.documents);
  const found = set.right.filter((sentence) => isFlagged(sentence, all)).map(({ text }) => text);
  console.info(`Right sentences of ${name} marked: ${found.length} of ${set.right.length}`);
  expect(found.length, found.join("\n")).toBeLessThanOrEqual(marked);
});

test.each(SETS)("most wrong sentences of $name are caught", ({ name, set, ...limits }) => {
  const all = passagesOf(set.documents);
  const missed = set.wrong.filter((sentence) => !isFlagged(sentence, all));
  console.info(`Wrong sentences of ${name} missed: ${missedByKind(set.wrong, missed)}`);
  const list = missed.map(({ kind, text, why }) => `${kind}: ${text} (${why})`).join("\n");
  const facts = missed.filter(({ kind }) => !OTHERS.has(kind));
  expect(facts.length, list).toBeLessThanOrEqual(limits.facts);
  expect(missed.length, list).toBeLessThanOrEqual(limits.all);
});
