import type { HeardWord } from "../vocabulary.ts";
import { type CompanyVocabulary, isDistinctive, lettersOf } from "./company-vocabulary.ts";
import { doubtsOf } from "./doubts.ts";
import type { Replacement } from "./replacements.ts";
import { SURE } from "./sounding-runs.ts";

/** How many words may be joined: "T. M. V. 3" is "TMV-3". */
const LONGEST_RUN = 8;

/**
 * Words that have the letters and digits of a term, or of what is always replaced. Ordinary words that
 * were heard surely are not joined: who says "clean out the drain" names no "cleanout".
 */
export function writtenRuns(
  words: readonly HeardWord[],
  { written }: CompanyVocabulary,
): Replacement[] {
  const found: Replacement[] = [];
  const doubt = doubtsOf(words);
  const letters = words.map(({ text }) => lettersOf(text));
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
