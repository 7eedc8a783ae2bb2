import type { DocumentLanguage } from "@contracts/knowledge.ts";
import { STOP_WORDS } from "@contracts/languages/detect-language.ts";
import { findStem } from "@contracts/languages/stem.ts";
import { inPairs, listSpellings, plainText } from "@contracts/terms/numbers-and-codes.ts";

/** Letters and digits of any alphabet. */
const WORD = /[\p{L}\p{N}]+/gu;

/** A search term of a text, and how much an occurrence counts. */
export interface Term {
  text: string;
  /** Only words count for a passage's length; codes are additional terms. */
  isWord: boolean;
  weight: number;
}

/**
 * The terms of a text, repeated as often as they occur: its words as stems of its language without
 * stop words, and its numbers and codes. The same rules as the server's `private.text_terms`.
 */
export function readTerms(text: string, language: DocumentLanguage): Term[] {
  const plain = plainText(text);
  const codes = listSpellings(plain, (word) => STOP_WORDS.english.has(word)).map((spelling) => {
    return { ...spelling, isWord: false };
  });
  return [...wordTerms(plain, language), ...codes];
}

/** The words of a text as terms, in the order of the text, without its stop words and codes. */
export function wordsInOrder(text: string, language: DocumentLanguage): string[] {
  return wordTerms(plainText(text), language).map((term) => term.text);
}

function wordTerms(plain: string, language: DocumentLanguage): Term[] {
  return [...inPairs(plain).matchAll(WORD)].flatMap(([word]) =>
    STOP_WORDS[language].has(word)
      ? []
      : [{ text: findStem(word, language), isWord: true, weight: 1 }],
  );
}

/**
 * The terms of a question to documents of several languages, each once, and how much it counts: its
 * occurrences, less for the loose spelling of a code. A word is searched for by its stem in each of
 * the languages. The same rules as the server's `private.query_terms`.
 */
export function searchTerms(
  query: string,
  languages: readonly DocumentLanguage[],
): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  for (const language of languages) {
    const weights = new Map<string, number>();
    for (const { text, weight } of readTerms(query, language)) {
      weights.set(text, (weights.get(text) ?? 0) + weight);
    }
    for (const [text, weight] of weights) most.set(text, Math.max(most.get(text) ?? 0, weight));
  }
  return most;
}
