import type { Candidate } from "./correction.ts";
import { editDistance } from "./edit-distance.ts";

/** From this many letters, a word may have two mistakes. */
const LONG_WORD = 8;

/** How many edits a word may be away from its correction. */
export function editsAllowed(word: string): number {
  return word.length >= LONG_WORD ? 2 : 1;
}

/**
 * The word that was probably meant: of the candidates within the allowed edits the one with fewest
 * edits, then with the same first letter, then in most passages, then first in the alphabet. Two
 * edits also need the same first letter, because people seldom miss it, and words two edits apart
 * are often just different words.
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
