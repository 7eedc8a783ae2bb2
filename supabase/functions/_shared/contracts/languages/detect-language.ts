import { DOCUMENT_LANGUAGES, type DocumentLanguage } from "../knowledge.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** Enough words to tell a language by. */
const MOST_WORDS = 20_000;

/** Of a text in one of the languages, a third or more of the words are its stop words. */
const LEAST_SHARE = 0.1;

/** Single letters are units and names more often than words, but for the French l' and d'. */
const WORD = /\p{L}{2,}|\p{L}(?=['’])/gu;

/**
 * The language of a document: the one whose stop words are most of its words. English for a text of
 * another language, or with too few sentences to tell.
 */
export function detectLanguage(texts: Iterable<string>): DocumentLanguage {
  const counts = new Map(DOCUMENT_LANGUAGES.map((language) => [language, 0]));
  let words = 0;
  for (const text of texts) {
    for (const [word] of text.toLowerCase().matchAll(WORD)) {
      words += 1;
      for (const language of DOCUMENT_LANGUAGES) {
        if (STOP_WORDS[language].has(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
      }
    }
    if (words > MOST_WORDS) break;
  }
  const [best, count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return best === undefined || count <= LEAST_SHARE * words ? "english" : best;
}
