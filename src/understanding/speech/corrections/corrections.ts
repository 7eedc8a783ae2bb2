import type { HeardWord } from "../join-tokens.ts";
import type { SpokenPiece } from "../transcriber.ts";
import { type CompanyVocabulary, isDistinctive, lettersAndDigits } from "./company-vocabulary.ts";
import {
  type CorrectedWord,
  chooseBest,
  measureDoubts,
  type Replacement,
  replaceRuns,
} from "./replacements.ts";
import { SURE, soundingRuns } from "./sounding-runs.ts";

/** How many words may be joined: "T. M. V. 3" is "TMV-3". */
const LONGEST_RUN = 8;

/** Writes a company's terms where something like them was heard; what was heard surely stays. */
export function correct(
  words: readonly HeardWord[],
  vocabulary: CompanyVocabulary,
): CorrectedWord[] {
  const taken = words.map(() => false);
  const written = chooseBest(writtenRuns(words, vocabulary), taken);
  const sounding = chooseBest(soundingRuns(words, vocabulary, taken), taken);
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

/** Words that have a term's letters and digits. Ordinary words heard surely are not joined. */
function writtenRuns(words: readonly HeardWord[], { written }: CompanyVocabulary): Replacement[] {
  const found: Replacement[] = [];
  const doubt = measureDoubts(words);
  const letters = words.map(({ text }) => lettersAndDigits(text));
  for (let from = 0; from < words.length; from += 1) {
    let joined = "";
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_RUN); to += 1) {
      joined += letters[to - 1];
      const entry = written.get(joined);
      if (entry === undefined) continue;
      const { term, isFixed } = entry;
      const isJoined = to - from !== term.split(" ").length;
      if (isJoined && !isFixed && !isDistinctive(term) && doubt(from, to) < SURE) continue;
      found.push({ from, to, term, gain: joined.length });
    }
  }
  return found;
}
