import { expect, test } from "vitest";
import { missedByKind } from "./judged.ts";
import { type ModelSet, readSet, SETS } from "./model-sets.ts";

test.each(SETS)("most wrong facts in answers of $name are caught", ({ name, ...limits }) => {
  const set = readSet(name);
  const missed = set.wrong.filter(({ question: at, text }) => {
    const asked = set.questions[at];
    if (asked === undefined) throw new Error(`There is no question ${at}`);
    const { reply } = set.check(text, asked);
    return reply.basis !== "nothing" && reply.unsupported === undefined;
  });
  const kinds = (all: ModelSet["wrong"]) =>
    all.map(({ kind, where }) => ({ kind: `${kind} (${where})` }));
  console.info(`Wrong facts of ${name} missed: ${missedByKind(kinds(set.wrong), kinds(missed))}`);
  const list = missed.map(({ text, why }) => `${text} (${why})`).join("\n");
  expect(missed.length, list).toBeLessThanOrEqual(limits.missed);
});
