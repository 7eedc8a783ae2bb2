import { expect, test } from "vitest";
import type { PassageHit } from "#supabase/functions/_shared/contracts/knowledge.ts";
import { checkAnswer } from "#supabase/functions/_shared/grounding/check-answer.ts";
import { demoPassages, holds } from "./demo-manuals.ts";
import { KINDS, plant, seeded } from "./planted-errors.ts";
import sentences from "./right-sentences.json" with { type: "json" };

/*
 * Parts of the sentences: the rules of the check were made with "tuned", "tuned more" and "fresh" in
 * view. "fresh" was measured once before that: 10 of its 50 sentences were marked then, and 5 of its
 * 50 errors missed. "held out" was measured first when the rules knew only "tuned": 7 of its 50
 * sentences were marked, and 10 to 13 of its 50 errors missed. The list of these was read, and rules
 * for such errors were made afterwards with other sentences; so its figures now are not those of
 * sentences never seen. Errors of meaning (negations,
 * opposites, additions, a neighbour's figure) are harder than figures, units, codes and citations,
 * so that they have a limit of their own.
 */

const MOST_FLAGGED = 0.03;
const LEAST_CAUGHT = { facts: 0.97, all: 0.89 };
const FACTS: ReadonlySet<string> = new Set([
  "figure",
  "digits",
  "unit",
  "code",
  "model",
  "citation",
]);
/** How many passages the model is given. */
const GIVEN = 12;

const passages = demoPassages();

function passageWith(phrase: string): PassageHit {
  const found = passages.filter((passage) => holds(passage, phrase));
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} passages have: ${phrase}`);
  return found[0];
}

const rows = sentences.map((sentence) => {
  const right = passageWith(sentence.at);
  return { ...sentence, right, passage: right.body };
});

/** Whether something in an answer is marked or the answer is withheld. The right passage is among its neighbours. */
function isFlagged(text: string, right: PassageHit, isElsewhere: boolean, seed: number): boolean {
  const random = seeded(seed);
  const at = passages.indexOf(right);
  const others = [passages[at - 1], passages[at + 1]].filter((each) => each !== undefined);
  while (others.length < GIVEN - 1) {
    const other = passages[Math.floor(random() * passages.length)];
    if (other && other !== right && !others.includes(other)) others.push(other);
  }
  const given = [right, ...others];
  const cited = isElsewhere ? 2 + Math.floor(random() * (GIVEN - 1)) : 1;
  const answer = text.replaceAll("@1", String(cited));
  const { reply } = checkAnswer(answer, "", given, "0123456789abcdef");
  return reply.basis === "nothing" || reply.unsupported !== undefined;
}

const PARTS = ["tuned", "tuned more", "held out", "fresh"] as const;

function tell(what: string, found: readonly { part: string; text: string }[], all: number) {
  const counts = PARTS.map(
    (part) => `${part} ${found.filter((each) => each.part === part).length}`,
  );
  console.info(`${what}: ${found.length} of ${all} (${counts.join(", ")})`);
  return found.map(({ part, text }) => `${part}: ${text}`).join("\n");
}

test("of 170 right sentences at most 3 in 100 are marked", () => {
  const flagged = rows.filter(({ text, right }, at) => isFlagged(text, right, false, at));
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
        !isFlagged(planted.text, right, planted.wrongPassage === true, seed * 1000 + at),
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
