import type { PassageHit } from "#supabase/functions/_shared/contracts/knowledge.ts";
import { checkAnswer } from "#supabase/functions/_shared/grounding/check-answer.ts";
import { seededRandom } from "../bench/seeded-random.ts";
import { demoManuals, demoPassages, holds } from "./demo-manuals.ts";

/** How many passages the model is given. */
const GIVEN = 12;

const passages = demoPassages();

/** The only passage of the demo manuals that has a phrase. */
export function passageWith(phrase: string): PassageHit {
  const found = passages.filter((passage) => holds(passage, phrase));
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} passages have: ${phrase}`);
  return found[0];
}

/** A sentence with the passages that it cites, each by its file and its place in that. */
export interface CitingSentence {
  text: string;
  passages: { file: string; index: number }[];
}

const manuals = demoManuals();

/** Whether a sentence is marked in an answer that has it alone. */
export function isSentenceFlagged(
  { text, passages: cited }: CitingSentence,
  seed: number,
): boolean {
  const right = cited.map(({ file, index }) => {
    const chunk = manuals.get(file)?.[index]?.chunk_no;
    const found = passages.find((each) => each.file_name === file && each.chunk_no === chunk);
    if (!found) throw new Error(`${file} has no passage ${index}`);
    return found;
  });
  const marks = right.map((_, at) => `[@${at + 1}]`).join("");
  return isFlagged(`${text.replace(/\.$/, "")} ${marks}.`, right, false, seed);
}

/** How many of the wrong sentences of each kind are missed: "figure 2 of 25, unit 0 of 10". */
export function missedByKind(
  all: readonly { kind: string }[],
  missed: readonly { kind: string }[],
): string {
  const count = (some: readonly { kind: string }[], kind: string) =>
    some.filter((each) => each.kind === kind).length;
  return [...new Set(all.map(({ kind }) => kind))]
    .map((kind) => `${kind} ${count(missed, kind)} of ${count(all, kind)}`)
    .join(", ");
}

/**
 * Whether something in an answer is marked or the answer is withheld. The right passages are given
 * among their neighbours and others.
 * @param text the answer; it cites the first of the right passages as [@1]
 * @param isElsewhere whether its citations point to another passage instead
 */
export function isFlagged(
  text: string,
  right: readonly PassageHit[],
  isElsewhere: boolean,
  seed: number,
): boolean {
  const random = seededRandom(seed);
  const given = [...right];
  for (const passage of right) {
    const at = passages.indexOf(passage);
    for (const near of [passages[at - 1], passages[at + 1]]) {
      if (near && !given.includes(near)) given.push(near);
    }
  }
  while (given.length < GIVEN) {
    const other = passages[Math.floor(random() * passages.length)];
    if (other && !given.includes(other)) given.push(other);
  }
  const other = right.length + 1 + Math.floor(random() * (GIVEN - right.length));
  const answer = text.replace(/@(\d)/g, (_, place) => (isElsewhere ? String(other) : place));
  const { reply } = checkAnswer(answer, "", given, "0123456789abcdef");
  return reply.basis === "nothing" || reply.unsupported !== undefined;
}
