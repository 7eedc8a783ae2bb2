import { termsOf } from "../relevance.ts";
import type { PassageText } from "./passage-text.ts";

type PassageTerms = Pick<PassageText, "language" | "sentences">;

/** A sentence that shares fewer words with another one may do so by chance. */
const LEAST_SHARED = 3;

/**
 * A sentence of an answer is the cited passages', and not another one's: no sentence of another
 * passage has more than twice as many of its words as any sentence of the cited ones.
 * @returns the number of the other passage, the first of which is 1; null when there is none
 */
export function otherSource(
  text: string,
  cited: readonly PassageTerms[],
  given: readonly PassageTerms[],
): number | null {
  const languages = new Set(given.map(({ language }) => language));
  const terms = new Map([...languages].map((each) => [each, [...termsOf(text, each)]]));
  const shared = given.map(({ language, sentences }) => {
    const own = terms.get(language) ?? [];
    return Math.max(0, ...sentences.map((words) => own.filter((term) => words.has(term)).length));
  });
  const inCited = Math.max(
    0,
    ...shared.filter((_, at) => cited.includes(given[at] as PassageTerms)),
  );
  const other = shared.findIndex((count) => count >= LEAST_SHARED && count > 2 * inCited);
  return other === -1 ? null : other + 1;
}
