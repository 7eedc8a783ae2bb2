import { perText } from "./once-each.ts";
import { AVOIDANCE, CLAUSE, LEAST, MOST, NEGATION, NO_NEGATION } from "./vocabulary.ts";
import { wordsOf } from "./words.ts";

/** "Not started below 15 bar": what is denied lies beyond the amount. */
const IS_LIMIT = new RegExp(`(?:${MOST}|${LEAST})\\s?-?\\d`, "i");

/** A clause of a sentence, and whether it denies something. */
export interface Clause {
  /** Its words without the negation. */
  words: ReadonlySet<string>;
  isNegated: boolean;
  /** Whether it has other words by which it says that something is not so. */
  isAvoided: boolean;
}

/** The clauses of a sentence, in their order. */
export const clausesOf = perText((text): Clause[] =>
  text
    .split(CLAUSE)
    .map((clause) => {
      const plain = clause.replace(NO_NEGATION, " ");
      return {
        words: wordsOf(plain.replace(NEGATION, " ")),
        isNegated: NEGATION.test(plain) && !IS_LIMIT.test(plain),
        isAvoided: AVOIDANCE.test(clause),
      };
    })
    .filter(({ words }) => words.size > 0),
);
