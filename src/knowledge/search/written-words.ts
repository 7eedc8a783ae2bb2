import { LETTERS, LONGEST_WORD } from "@contracts/spelling/letters.ts";

/** Shorter words are no correction of a word of five letters or more. */
const SHORTEST = 4;

const WORD = new RegExp(`(?<![\\p{L}\\p{N}_])[${LETTERS}]+(?![\\p{L}\\p{N}_])`, "giu");

/**
 * The words of a text that a misspelled word may stand for, in lower case, each once. The same rules
 * as the server's `private.written_words`.
 */
export function writtenWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (word.length >= SHORTEST && word.length <= LONGEST_WORD) words.add(word);
  }
  return words;
}
