import type { DocumentLanguage } from "../../contracts/knowledge.ts";
import { termsOf } from "../relevance.ts";

/** The words of a passage in the form in which they are compared. */
export interface PassageTerms {
  language: DocumentLanguage;
  /** The terms of each of its sentences, and rows of tables. */
  sentences: readonly ReadonlySet<string>[];
}

const SENTENCE_END = /\n|(?<=[.;!?]) /;

/** Reads the words of a passage in plain signs. */
export function passageTerms(body: string, language: DocumentLanguage): PassageTerms {
  const sentences = body.split(SENTENCE_END).map((sentence) => termsOf(sentence, language));
  return { language, sentences };
}

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
