import { chooseCorrection } from "./choose-correction.ts";
import { isCommonWord } from "./common-words.ts";
import type { Candidate, Correction } from "./correction.ts";
import { wordsToCheck } from "./question-words.ts";

/** Most words of a question that are looked up. */
const WORD_LIMIT = 12;

/**
 * The words of a question that are looked up, in lower case: those that may be misspelled and are no
 * common English words.
 */
export function suspiciousWords(question: string): string[] {
  return wordsToCheck(question)
    .filter((word) => !isCommonWord(word))
    .slice(0, WORD_LIMIT);
}

/**
 * The corrections of words.
 * @param candidatesFor the words of passages that resemble a word; none for a word that a passage
 * has
 */
export function findCorrections(
  words: readonly string[],
  candidatesFor: (word: string) => readonly Candidate[],
): Correction[] {
  return words.flatMap((written) => {
    const used = chooseCorrection(written, candidatesFor(written));
    return used === null ? [] : [{ written, used }];
  });
}
