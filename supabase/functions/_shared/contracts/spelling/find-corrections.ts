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

/** From this many letters, a word may have two mistakes. */
const LONG_WORD = 8;

/** How many edits a word may be away from its correction. */
export function editsAllowed(word: string): number {
  return word.length >= LONG_WORD ? 2 : 1;
}

/**
 * The word that was probably meant: of the candidates within the allowed edits the one with fewest
 * edits, then with the same first letter, then in most passages, then first in the alphabet. Two
 * edits also need the same first letter, because people seldom miss it.
 * @param written the misspelled word, in lower case
 * @returns null when no candidate is close enough
 */
export function chooseCorrection(written: string, candidates: readonly Candidate[]): string | null {
  const limit = editsAllowed(written);
  const close = candidates
    .map(({ word, passages }) => ({
      word,
      passages,
      edits: editDistance(written, word, limit),
      isOtherStart: word[0] !== written[0],
    }))
    .filter(({ edits, isOtherStart }) => edits > 0 && edits <= (isOtherStart ? 1 : limit));
  close.sort(
    (a, b) =>
      a.edits - b.edits ||
      Number(a.isOtherStart) - Number(b.isOtherStart) ||
      b.passages - a.passages ||
      (a.word < b.word ? -1 : 1),
  );
  return close[0]?.word ?? null;
}

/**
 * How many edits lead from one word to the other: a letter inserted, left out or replaced, or two
 * neighbours exchanged (optimal string alignment, the restricted Damerau-Levenshtein distance).
 * @returns the distance, at most `limit + 1`
 */
export function editDistance(from: string, to: string, limit: number): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isExchange = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          at(row - 2, column - 2) + (isExchange ? 1 : Number.POSITIVE_INFINITY),
        ),
      );
    }
  }
  return Math.min(at(from.length, to.length), limit + 1);
}
