import { type Clause, clausesOf } from "./clauses.ts";
import { perPassage } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import type { Verdict } from "./setting.ts";
import { AVOIDANCE, NEGATION } from "./vocabulary.ts";
import { hasWord, shareOf, telling, wordsOf } from "./words.ts";

/** Clauses with fewer words may be alike by chance. */
const FEWEST_WORDS = 2;
/** How much of a claim's clause a passage's clause must have, and the other way round. */
const LEAST_OF_CLAIM = 0.5;
const LEAST_OF_PASSAGE = 0.75;
/** How much of the whole claim the passage's sentence must have. */
const LEAST_OF_SENTENCE = 0.5;
/** The same, where the claim has all words of a ban. */
const LEAST_BESIDE_BAN = 0.3;

/** A sentence with a negation that holds only until something else, or that tells of a fault: "E5 Valve does not close". */
const IS_BOUND = /\b(?:before|until|unless|except)\b|^\p{L}{1,3}-?\d{1,4}\b/iu;
/** A negation that is part of a condition: "if the tube has not been used". */
const IS_CONDITION =
  /\b(?:if|when|where|whether|that|which|who|whose|as long as)\b[^,;:.]{0,200}(?:\b(?:not|no|never|nothing|cannot)\b|n't)/i;

/** A sentence of a passage outside of tables. */
interface Sentence {
  text: string;
  terms: ReadonlySet<string>;
  clauses: readonly Clause[];
}

const sentencesOf = perPassage(({ windows }): Sentence[] =>
  windows
    .filter(({ text }) => !text.includes("\t"))
    .map(({ text, terms }) => ({ text, terms, clauses: clausesOf(text) })),
);

/**
 * Whether a claim says without any negation what the passages deny: "the valve may be closed" of "the valve must not
 * be closed". The other way round is not judged: there are too many other words by which a passage can deny something.
 */
export function denied(plain: string, cited: readonly PassageFacts[]): Verdict {
  if (AVOIDANCE.test(plain) || NEGATION.test(plain)) return null;
  const sentences = cited.flatMap(sentencesOf);
  const words = deniedWords(plain, sentences) ?? bannedWords(plain, sentences);
  return words ? `the cited passage denies "${[...words].join(" ")}"` : null;
}

/** The words of a clause of the claim which all clauses of the passages with the same words deny. */
function deniedWords(plain: string, sentences: readonly Sentence[]): Set<string> | undefined {
  const terms = telling(wordsOf(plain));
  const said = sentences
    .filter((sentence) => shareOf(terms, sentence.terms) >= LEAST_OF_SENTENCE)
    .flatMap(({ clauses }) => clauses);
  return clausesOf(plain)
    .map(({ words }) => telling(words))
    .find((own) => {
      if (own.size < FEWEST_WORDS) return false;
      const same = said.filter((clause) => {
        const theirs = telling(clause.words);
        return (
          theirs.size >= FEWEST_WORDS &&
          shareOf(own, theirs) >= LEAST_OF_CLAIM &&
          shareOf(theirs, own) >= LEAST_OF_PASSAGE
        );
      });
      return same.length > 0 && same.every(({ isNegated, isAvoided }) => isNegated && !isAvoided);
    });
}

/** The words of a ban ("never use a steel brush") that the claim has, of which one stands nowhere else than in bans. */
function bannedWords(plain: string, sentences: readonly Sentence[]): Set<string> | undefined {
  const words = wordsOf(plain);
  const terms = telling(words);
  const allowed = sentences.flatMap(({ clauses }) =>
    clauses.filter(({ isNegated }) => !isNegated).map((clause) => clause.words),
  );
  const isOnlyBanned = (word: string) => !allowed.some((some) => hasWord(some, word));
  return sentences
    .filter(
      ({ text, terms: theirs }) =>
        !IS_BOUND.test(text) &&
        !IS_CONDITION.test(text) &&
        shareOf(terms, theirs) >= LEAST_BESIDE_BAN,
    )
    .flatMap(({ clauses }) => clauses.filter(({ isNegated, isAvoided }) => isNegated && !isAvoided))
    .map((clause) => telling(clause.words))
    .find((ban) => ban.size > 0 && shareOf(ban, words) === 1 && [...ban].some(isOnlyBanned));
}
