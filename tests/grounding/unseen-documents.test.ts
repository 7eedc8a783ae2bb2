import { expect, test } from "vitest";
import type { PassageHit } from "#supabase/functions/_shared/contracts/knowledge.ts";
import { checkAnswer } from "#supabase/functions/_shared/grounding/check-answer.ts";
import { type CitingSentence, missedByKind } from "./judged.ts";
import d from "./unseen-answers-d.json" with { type: "json" };
import e from "./unseen-answers-e.json" with { type: "json" };
import f from "./unseen-answers-f.json" with { type: "json" };
import g from "./unseen-answers-g.json" with { type: "json" };
import h from "./unseen-answers-h.json" with { type: "json" };
import j from "./unseen-answers-j.json" with { type: "json" };
import k from "./unseen-answers-k.json" with { type: "json" };

/*
 * D to H: 100 right and 100 wrong sentences each, over 73 to 79 passages of 20 invented manuals. The person who
 * wrote a set did not know the rules of the check. Of the wrong sentences, 85 have a wrong fact: a wrong figure, unit or
 * code, or a citation of a passage that does not say it. Ten have a wrong negation, order or condition, and five a
 * swapped subject.
 *
 * First results, before anybody who changes the rules had read the set. The first number counts the right sentences
 * that were marked, the second the wrong facts, of 85, that were missed:
 *
 * - with the earlier rules, which were made for the demo manuals' sets: D 21 and 1, E 22 and 7, F 21 and 8, G 21 and 12;
 * - F, with the first version of the rule in `rival.ts`, which was made with D in view: 15 and 24;
 * - G, with that rule after it was improved with F in view: 3 and 10;
 * - E, with that rule as it was then: 9 and 7;
 * - H, before and after the last changes, which were made with all others in view: 12 and 14.
 *
 * All but H were read later, E last: first the half of its sentences that are about every other document, with D and F. What
 * was changed for these did not change the other half of E (4 of 50 and 2 of 44, as before), and in G found one more
 * wrong negation and marked one more right sentence. Then these were read too. So the limits are today's results,
 * and only show that the check does not get worse.
 *
 * No sentence of H was read, but its totals were counted six times, for each rule of the check, and a rule was chosen by
 * them. So H is not wholly unknown any more. The rule for limits to the other side marked two right sentences of H and
 * found none of its wrong ones; in the other sets it found wrong limits, but no wrong figure, unit, code or citation that
 * no other rule finds. It was removed: 10 and 14. The forms of numbers and units that were added at the same time
 * (hundreds in words, "24VDC", "45 ± 5 Nm") came from a list of forms and not from these sets; they changed nothing in H.
 * The check misses 14 wrong facts of H, and 7 of them are codes. The documents of D to G are mostly tables, those of H
 * mostly prose. Later the totals of all these sets were counted to choose weights of the rule in `rival.ts`, and one
 * sentence of H was seen. `model-answers.test.ts` has newer sets.
 *
 * J and K were written by the person who changed the rules last, over other invented manuals. K was written first and then
 * read: 9 of its 64 right sentences were marked and 6 of its 55 wrong facts missed, before rules were made for the forms
 * in it (figures that an answer calculates, lists of codes of several kinds). J was written before these changes, and no
 * rule was made for a sentence of it, but its writer knew them: 14 of 100 and 6 of 87 before the changes, 11 and 6 after
 * them. The totals of H stayed as they were.
 *
 * Two right sentences of D have a difference or an example that no passage has.
 */
const SETS = [
  { name: "D", set: d, marked: 2, facts: 2, all: 10 },
  { name: "E", set: e, marked: 2, facts: 5, all: 17 },
  { name: "F", set: f, marked: 0, facts: 5, all: 18 },
  { name: "G", set: g, marked: 0, facts: 4, all: 13 },
  { name: "H", set: h, marked: 10, facts: 13, all: 24 },
  { name: "J", set: j, marked: 8, facts: 6, all: 15 },
  { name: "K", set: k, marked: 1, facts: 4, all: 8 },
];

const OTHERS: ReadonlySet<string> = new Set(["negation", "order", "swap"]);

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
