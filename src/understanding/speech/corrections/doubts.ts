import type { HeardWord } from "../join-tokens.ts";

/** More doubt of a word than this does not count. */
const MOST_DOUBT = 1.5;

/**
 * How much a model doubted words: the mean of their negative log-probabilities, by their lengths.
 * @returns the doubt of the words from `from` to before `to`
 */
export function measureDoubts(words: readonly HeardWord[]): (from: number, to: number) => number {
  const sums = [0];
  const lengths = [0];
  for (const [place, { text, logProbability }] of words.entries()) {
    const doubt = Math.min(MOST_DOUBT, -logProbability);
    sums.push((sums[place] ?? 0) + doubt * text.length);
    lengths.push((lengths[place] ?? 0) + text.length);
  }
  const between = (all: readonly number[], from: number, to: number) =>
    (all[to] ?? 0) - (all[from] ?? 0);
  return (from, to) => between(sums, from, to) / Math.max(1, between(lengths, from, to));
}
