import { factsOf } from "./facts.ts";
import type { PassageFacts } from "./passage-facts.ts";
import type { Setting } from "./setting.ts";
import { hasWord, tellingWords } from "./words.ts";

/** How many times a word of the question counts, if the cited passages do not have it. */
const ASKED_WEIGHT = 2;
/** How many words must be there for each that is not, in a claim whose figures and codes are. */
const LEAST_BESIDE_FACTS = 0.66;
/** How many figures and codes count as words. */
const MOST_FACTS = 2;

/**
 * Fewer of the claim's words are in the passages than are not. Its figures and codes, which are, count as words. A missing word
 * that the question has too counts more: the model may claim of a cheque what the passage says of cash; if no given
 * passage has it at all, it is enough by itself.
 */
export function otherWords(
  terms: readonly string[],
  facts: number,
  citesItself: boolean,
  cited: readonly PassageFacts[],
  { question, given }: Setting,
): string | null {
  const isIn = (passages: readonly PassageFacts[], term: string) =>
    passages.some((passage) => hasWord(passage.terms, term));
  const missing = terms.filter((term) => !isIn(cited, term));
  const asked = missing.filter((term) => question.terms.has(term));
  const unknown = asked.find((term) => !isIn(given, term));
  const weight = missing.length + asked.length * (ASKED_WEIGHT - 1);
  const found =
    terms.length - missing.length + (asked.length > 0 ? 0 : Math.min(facts, MOST_FACTS));
  // One other word beside a figure or a code that is right is a way of speaking.
  const isFew = weight < 2 && (facts > 0 || found > (citesItself ? 0 : 1));
  const isMost =
    asked.length > 0 || (!citesItself && facts === 0)
      ? found > weight
      : found >= weight * (facts > 0 ? LEAST_BESIDE_FACTS : 1);
  if (unknown === undefined && (isFew || isMost)) return null;
  const named = unknown === undefined ? missing : [unknown];
  return `the cited passage does not speak of "${named.slice(0, 4).join(", ")}"`;
}

const CLAUSES =
  /[,;:()]|\b(?:and|or|but|which|(?=otherwise)|because|since|so that|after|before|if|when|until|unless|while)\b/i;
/** A clause with fewer words is too short to be judged by them: "perhaps surprisingly". */
const FEWEST_WORDS = 4;

/** A clause of which the passages have nothing, in a claim that is right for the rest. */
export function addedClause(plain: string, cited: readonly PassageFacts[]): string | null {
  const added = plain.split(CLAUSES).find((clause) => {
    const { quantities, codes, rest } = factsOf(clause);
    const terms = tellingWords(rest);
    if (terms.length < FEWEST_WORDS || quantities.length > 0 || codes.length > 0) return false;
    return !terms.some((term) => cited.some((passage) => hasWord(passage.terms, term)));
  });
  return added ? `the cited passage does not say "${added.trim()}"` : null;
}
