import type { Correction } from "./correction.ts";

/** Latin, Greek and Cyrillic letters, whose words are compared; those of `private.written_words`. */
export const LETTERS =
  "a-z\\u00df-\\u00f6\\u00f8-\\u024f\\u0370-\\u03ff\\u0400-\\u04ff\\u1e00-\\u1eff";

/** Longer words are left out, so that comparing words takes little time. */
export const LONGEST_WORD = 32;

/** Shorter words have too many neighbours to be corrected. */
const SHORTEST = 5;

/** What a person has put in quotation marks, as keyboards write them. */
const QUOTED = /"[^"]*"|[“”„][^“”„]*[“”]|«[^»]*»/gu;

/** Words and codes, with what joins the parts of a code. */
const RUN = /[\p{L}\p{N}]+(?:[-–‑/._][\p{L}\p{N}]+)*/gu;

const WORD = new RegExp(`(?<![\\p{L}\\p{N}_])[${LETTERS}]+(?![\\p{L}\\p{N}_])`, "giu");

interface Place {
  word: string;
  from: number;
}

/**
 * The words of a question that may be misspelled, in lower case, each once: of five letters or more,
 * not in quotation marks, and not part of a code. A word in capitals among others is a code, too.
 */
export function wordsToCheck(question: string): string[] {
  return [...new Set(places(question).map(({ word }) => word.toLowerCase()))];
}

/** The question with its misspelled words replaced. */
export function correctQuestion(question: string, corrections: readonly Correction[]): string {
  return replaceWords(question, corrections, (_, { used }) => used);
}

/** The question with the corrected words in quotation marks, so that they are searched as written. */
export function quoteWords(question: string, corrections: readonly Correction[]): string {
  return replaceWords(question, corrections, (word) => `"${word}"`);
}

function replaceWords(
  question: string,
  corrections: readonly Correction[],
  replacement: (word: string, correction: Correction) => string,
): string {
  const byWord = new Map(corrections.map((correction) => [correction.written, correction]));
  let replaced = "";
  let end = 0;
  for (const { word, from } of places(question)) {
    const correction = byWord.get(word.toLowerCase());
    if (correction === undefined) continue;
    replaced += question.slice(end, from) + replacement(word, correction);
    end = from + word.length;
  }
  return replaced + question.slice(end);
}

/** Where the words are that may be corrected. */
function places(question: string): Place[] {
  // Blanks keep every place where it is.
  const blank = (text: string) => " ".repeat(text.length);
  const plain = question
    .replace(QUOTED, blank)
    .replace(RUN, (run) => (/\p{N}/u.test(run) ? blank(run) : run));
  const isShouted = !/\p{Ll}/u.test(plain);
  return [...plain.matchAll(WORD)]
    .map((match) => ({ word: match[0], from: match.index }))
    .filter(({ word }) => {
      const isCode = !isShouted && word === word.toUpperCase();
      return word.length >= SHORTEST && word.length <= LONGEST_WORD && !isCode;
    });
}
