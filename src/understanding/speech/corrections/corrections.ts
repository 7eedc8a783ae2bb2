import type { SpokenPiece } from "../transcriber.ts";
import type { HeardWord } from "../vocabulary.ts";
import type { CompanyVocabulary } from "./company-vocabulary.ts";
import { bestOf, type CorrectedWord, replaceRuns } from "./replacements.ts";
import { soundingRuns } from "./sounding-runs.ts";
import { writtenRuns } from "./written-runs.ts";

/**
 * Writes the terms of a company's vocabulary where they were spoken and something like them was heard:
 * words of the same letters, what is always replaced, and words that sound like a term and are unlikely
 * by their own probability. What was understood surely stays as it is.
 */
export function correct(
  words: readonly HeardWord[],
  vocabulary: CompanyVocabulary,
): CorrectedWord[] {
  const taken = words.map(() => false);
  const written = bestOf(writtenRuns(words, vocabulary), taken);
  const sounding = bestOf(soundingRuns(words, vocabulary, taken), taken);
  return replaceRuns(words, [...written, ...sounding]);
}

/** The same for the pieces of a recording. Unclear ones stay unclear: their words are guesses. */
export function correctPieces(
  pieces: readonly SpokenPiece[],
  vocabulary: CompanyVocabulary,
): (SpokenPiece & { words: CorrectedWord[] })[] {
  return pieces.map((piece) => {
    if (piece.isUnclear) return piece;
    const words = correct(piece.words, vocabulary);
    return { ...piece, words, text: words.map(({ text }) => text).join(" ") };
  });
}
