import { stem } from "porter2";
import type { DocumentLanguage } from "../contracts/knowledge.ts";
import { stemOf as foreignStemOf } from "../contracts/languages/stem.ts";
import { STOP_WORDS as FOREIGN_STOP_WORDS } from "../contracts/languages/stop-words.ts";
import { isStopWord, wordsOf } from "../contracts/terms/telling-words.ts";

/** Longer words (in characters) are not stemmed: the stemmer is slow on them. */
const LONGEST_WORD = 64;

/**
 * The terms that carry a text's meaning: stems of its words without the stop words, its figures and
 * its codes.
 * @param language that of the text, whose stems and stop words are taken
 */
export function termsOf(text: string, language: DocumentLanguage = "english"): Set<string> {
  const terms = new Set<string>();
  for (const word of wordsOf(text)) {
    if (/\p{N}/u.test(word)) terms.add(word);
    else if (language !== "english") {
      if (!FOREIGN_STOP_WORDS[language].has(word)) terms.add(foreignStemOf(word, language));
    } else if (!isStopWord(word)) terms.add(stemOf(word));
  }
  return terms;
}

function stemOf(word: string): string {
  return word.length > LONGEST_WORD ? word : stem(word);
}
