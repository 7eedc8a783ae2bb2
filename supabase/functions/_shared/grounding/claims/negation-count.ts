import type { PassageFacts } from "./passage-facts.ts";
import { AVOIDANCE, NEGATION, NO_NEGATION } from "./vocabulary.ts";
import { hasWord, telling } from "./words.ts";

/** A sentence with this part of a claim's words, of which the claim has this part too, says the same. */
const SAME = 0.75;
/** With fewer words two sentences may be alike by chance. */
const FEWEST_WORDS = 3;

const ANY_NEGATION = new RegExp(NEGATION.source, "gi");

function negations(text: string): number {
  return text.replace(NO_NEGATION, " ").match(ANY_NEGATION)?.length ?? 0;
}

/**
 * Whether a sentence of the passages has the same words as a claim with a negation, and one negation
 * more or fewer. The passage says "do not enter a home with nobody over 18", and the claim says
 * "enter a home with nobody over 18".
 */
export function otherNegations(
  plain: string,
  terms: readonly string[],
  cited: readonly PassageFacts[],
): string | null {
  const own = negations(plain);
  if (own === 0 || terms.length < FEWEST_WORDS || AVOIDANCE.test(plain)) return null;
  const words = new Set(terms);
  const same = cited
    .flatMap(({ windows }) => windows)
    .filter((window) => {
      const said = [...telling(window.terms)];
      const shared = terms.filter((term) => hasWord(window.terms, term)).length;
      const back = said.filter((word) => hasWord(words, word)).length;
      return shared >= terms.length * SAME && back >= said.length * SAME;
    });
  const differs = same.every(
    ({ text }) => !AVOIDANCE.test(text) && negations(text) > 0 && (negations(text) - own) % 2 !== 0,
  );
  return same.length > 0 && differs ? "the cited passage denies this otherwise" : null;
}
