import { expect, test } from "vitest";
import { isFlagged, passageWith } from "./judged.ts";
import { KINDS, plant } from "./planted-errors.ts";
import sentences from "./right-sentences.json" with { type: "json" };

/*
 * Parts of the sentences: the rules of the check were made with "tuned", "tuned more" and "fresh" in
 * view. "fresh" was measured once before that: 10 of its 50 sentences were marked then, and 5 of its
 * 50 errors missed. "held out" was measured first when the rules knew only "tuned": 7 of its 50
 * sentences were marked, and 10 to 13 of its 50 errors missed. The list of these was read, and rules
 * for such errors were made afterwards with other sentences; so its figures now are not those of
 * sentences never seen. Errors of meaning (negations,
 * opposites, additions, a neighbour's figure) are harder than figures, units, codes and citations,
 * so that they have a limit of their own. Of all 170, 37 to 46 are missed since a rule for limits to the other side was
 * taken away ("100 m at least" of "100 m at most"): it marked right sentences of other manuals
 * (`unseen-documents.test.ts`).
 */

const MOST_FLAGGED = 0.02;
const LEAST_CAUGHT = { facts: 0.96, all: 0.72 };
const FACTS: ReadonlySet<string> = new Set([
  "figure",
  "digits",
  "unit",
  "code",
  "model",
  "citation",
]);
const rows = sentences.map((sentence) => {
  const right = passageWith(sentence.at);
  return { ...sentence, right, passage: right.body };
});

const PARTS = ["tuned", "tuned more", "held out", "fresh"] as const;

function tell(what: string, found: readonly { part: string; text: string }[], all: number) {
  const counts = PARTS.map(
    (part) => `${part} ${found.filter((each) => each.part === part).length}`,
  );
  console.info(`${what}: ${found.length} of ${all} (${counts.join(", ")})`);
  return found.map(({ part, text }) => `${part}: ${text}`).join("\n");
}

test("of 170 right sentences at most 2 in 100 are marked", () => {
  const flagged = rows.filter(({ text, right }, at) => isFlagged(text, [right], false, at));
  const list = tell("Right sentences marked", flagged, rows.length);
  expect(flagged.length, list).toBeLessThanOrEqual(MOST_FLAGGED * rows.length);
});

test.each([1, 2, 3])("most planted errors are caught, seed %i", (seed) => {
  const of = (...parts: string[]) => rows.filter(({ part }) => parts.includes(part));
  const errors = [
    ...plant(of("tuned", "tuned more"), KINDS.tuned, seed),
    ...plant(of("held out"), KINDS.heldOut, seed),
    ...plant(of("fresh"), [...KINDS.tuned, ...KINDS.heldOut], seed),
  ];
  const missed = errors
    .filter(
      ({ planted, right }, at) =>
        !isFlagged(planted.text, [right], planted.wrongPassage === true, seed * 1000 + at),
    )
    .map(({ part, planted }) => ({ part, kind: planted.kind, text: planted.text }));
  const isFact = ({ kind }: { kind: string }) => FACTS.has(kind);
  const facts = errors.filter(({ planted }) => isFact(planted)).length;
  const wrongFacts = missed.filter(isFact);
  const factList = tell("Wrong figures, units, codes and citations missed", wrongFacts, facts);
  const list = tell("Planted errors missed", missed, errors.length);
  expect(wrongFacts.length, factList).toBeLessThanOrEqual((1 - LEAST_CAUGHT.facts) * facts);
  expect(missed.length, list).toBeLessThanOrEqual((1 - LEAST_CAUGHT.all) * errors.length);
});
