import type { Candidate } from "./correction.ts";

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
 * @returns the distance, or `limit + 1` when it is greater than `limit`
 */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let earlier: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let least = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (isSame ? 0 : 1),
      );
      const isExchange =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      if (isExchange) least = Math.min(least, at(earlier, column - 2) + 1);
      current.push(least);
    }
    if (Math.min(...current) > limit) return limit + 1;
    earlier = previous;
    previous = current;
  }
  return Math.min(at(previous, to.length), limit + 1);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
