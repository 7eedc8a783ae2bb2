import { perPassage } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { NEGATION } from "./vocabulary.ts";
import { hasWord, tellingWords } from "./words.ts";

/** Which part of a claim's words the two statements must have. */
const LEAST_KNOWN = 0.75;
/** Which part of the longer statement's words the other one must have: they are about the same. */
const LEAST_ALIKE = 0.25;

const ENDS = /;|\.\s/;

const statementsOf = perPassage(({ windows }) =>
  windows.flatMap(({ text, line }) =>
    text.includes("\t")
      ? []
      : text.split(ENDS).map((each) => ({ line, words: tellingWords(each) })),
  ),
);

/**
 * Whether a claim begins as one statement of the passages and ends as the next or the one before it:
 * "a belt that squeals at start is glazed" of "one that squeals at start is loose; one that squeals all
 * the time is glazed".
 */
export function crossedParts(plain: string, cited: readonly PassageFacts[]): string | null {
  if (NEGATION.test(plain)) return null;
  const claim = tellingWords(plain);
  for (const statements of cited.map(statementsOf)) {
    for (const [at, one] of statements.entries()) {
      const other = statements[at + 1];
      if (other?.line !== one.line) continue;
      if (isCrossed(claim, one.words, other.words) || isCrossed(claim, other.words, one.words)) {
        return "the cited passage has this end of the sentence for another beginning";
      }
    }
  }
  return null;
}

/** Whether a claim begins with what only `one` says, and ends with the end of `other`. */
function isCrossed(
  claim: readonly string[],
  one: readonly string[],
  other: readonly string[],
): boolean {
  const [own, words, others] = [new Set(claim), new Set(one), new Set(other)];
  const onlyOne = one.filter((word) => !hasWord(others, word));
  const onlyOther = other.filter((word) => !hasWord(words, word));
  const [end, otherStart, otherEnd] = [onlyOne.at(-1), onlyOther[0], onlyOther.at(-1)];
  if (end === undefined || otherStart === undefined || otherEnd === undefined) return false;
  const longer = Math.max(one.length, other.length);
  if (one.length - onlyOne.length < longer * LEAST_ALIKE) return false;
  if (onlyOther.length < 2 || onlyOne.length < 2) return false;
  if (hasWord(own, end) || hasWord(own, otherStart) || claim.at(-1) !== otherEnd) return false;
  const known = claim.filter((word) => hasWord(words, word) || hasWord(others, word));
  return known.length >= claim.length * LEAST_KNOWN && onlyOne.some((word) => own.has(word));
}
