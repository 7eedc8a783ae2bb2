import { clausesOf } from "./clauses.ts";
import type { PassageFacts } from "./passage-facts.ts";
import type { Verdict } from "./setting.ts";
import { AVOIDANCE, NEGATION } from "./vocabulary.ts";
import { shareOf, telling, wordsOf } from "./words.ts";

/** Clauses with fewer words may be alike by chance. */
const FEWEST_WORDS = 2;
/** How much of a claim's clause a passage's clause must have, and the other way round. */
const LEAST_OF_CLAIM = 0.5;
const LEAST_OF_PASSAGE = 0.75;
/** How much of the whole claim the passage's sentence must have. */
const LEAST_OF_SENTENCE = 0.5;

/**
 * Whether a claim says without any negation what all clauses of the passages with the same words deny: "the valve
 * may be closed" of "the valve must not be closed". The other way round is not judged: there are too many other
 * words by which a passage can deny something.
 */
export function denied(plain: string, cited: readonly PassageFacts[]): Verdict {
  if (AVOIDANCE.test(plain) || NEGATION.test(plain)) return null;
  const terms = telling(wordsOf(plain));
  const near = cited.flatMap(({ windows }) =>
    windows.filter(
      (window) => !window.text.includes("\t") && shareOf(terms, window.terms) >= LEAST_OF_SENTENCE,
    ),
  );
  const said = near.flatMap(({ text }) => clausesOf(text));
  const wrong = clausesOf(plain).find(({ words }) => {
    const own = telling(words);
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
  return wrong ? `the cited passage denies "${[...telling(wrong.words)].join(" ")}"` : null;
}
