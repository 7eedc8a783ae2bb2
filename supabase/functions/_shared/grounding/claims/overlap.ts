import { factsOf } from "./facts.ts";
import type { PassageFacts } from "./passage-facts.ts";
import type { Setting } from "./setting.ts";
import { DIMENSION_WORDS } from "./vocabulary.ts";
import { hasWord, shareOf, tellingWords, wordsOf } from "./words.ts";

/** How many times a word of the question counts, if the cited passages do not have it. */
const ASKED_WEIGHT = 2;
/** How many words must be there for each that is not, in a claim whose figures and codes are. */
const LEAST_BESIDE_FACTS = 0.66;
/** How many words must be there for each that is not, in another language, if no given passage has it. */
const FOREIGN_LEAD = 2;
/** The words that a unit of each dimension says too. */
const WORDS_OF = new Map(
  Object.entries(DIMENSION_WORDS).map(([dimension, words]) => [dimension, wordsOf(words)]),
);
/** How many figures and codes count as words. */
const MOST_FACTS = 2;

/**
 * Fewer of the claim's words are in the passages than are not. Its figures and codes, which are, count as words. A missing word
 * that the question has too counts more: the model may claim of a cheque what the passage says of cash; if no given
 * passage has it at all, it is enough by itself.
 * @param facts how many figures and codes the claim has
 * @param dimensions those of its figures
 */
export function otherWords(
  terms: readonly string[],
  facts: number,
  dimensions: readonly string[],
  citesItself: boolean,
  cited: readonly PassageFacts[],
  { question, given, language }: Setting,
): string | null {
  const isIn = (passages: readonly PassageFacts[], term: string) =>
    passages.some((passage) => hasWord(passage.terms, term));
  const named = new Set(dimensions.flatMap((each) => [...(WORDS_OF.get(each) ?? [])]));
  const missing = terms.filter((term) => !named.has(term) && !isIn(cited, term));
  const asked = missing.filter((term) => question.terms.has(term));
  const weight = missing.length + asked.length * (ASKED_WEIGHT - 1);
  const found =
    terms.length - missing.length + (asked.length > 0 ? 0 : Math.min(facts, MOST_FACTS));
  // Words of the same meaning are known in English alone.
  const isDecisive = language === "english" || found < FOREIGN_LEAD * weight;
  const unknown = isDecisive ? asked.find((term) => !isIn(given, term)) : undefined;
  // One other word beside a figure or a code that is right is a way of speaking.
  const isFew = weight < 2 && (facts > 0 || found > (citesItself ? 0 : 1));
  const isMost =
    asked.length > 0 || (!citesItself && facts === 0)
      ? found > weight
      : found >= weight * (facts > 0 ? LEAST_BESIDE_FACTS : 1);
  if (unknown === undefined && (isFew || isMost)) return null;
  const told = unknown === undefined ? missing : [unknown];
  return `the cited passage does not speak of "${told.slice(0, 4).join(", ")}"`;
}

/** A claim with fewer words may be found anywhere. */
const FEWEST_FOUND = 3;
/** How much of a claim's words a sentence has that says it, and the most that one has that says something else. */
const SAYS = 0.8;
const SAYS_OTHER = 0.6;

/**
 * A sentence of another given passage has the claim's words, and none of the cited passages has one with most of them:
 * the citation is wrong.
 */
export function otherSource(
  terms: readonly string[],
  cited: readonly PassageFacts[],
  { given, language }: Setting,
): string | null {
  if (terms.length < FEWEST_FOUND) return null;
  const mostIn = ({ windows }: PassageFacts) =>
    Math.max(0, ...windows.map((window) => shareOf(terms, window.terms)));
  if (cited.some((passage) => mostIn(passage) > SAYS_OTHER)) return null;
  const at = given.findIndex(
    (passage) =>
      !cited.includes(passage) && passage.language === language && mostIn(passage) >= SAYS,
  );
  return at === -1 ? null : `passage ${at + 1} says this, and the cited one does not`;
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
