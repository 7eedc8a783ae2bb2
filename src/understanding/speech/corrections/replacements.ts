import type { HeardWord } from "../join-tokens.ts";
import { isDistinctive } from "./company-vocabulary.ts";

/** A word of a corrected text; a term may have several words. */
export interface CorrectedWord extends HeardWord {
  /** The heard text where it was replaced; otherwise absent. */
  heard?: string;
}

/** The words from `from` to before `to` become a term. */
export interface Replacement {
  from: number;
  to: number;
  term: string;
  /** How good it is: where several overlap, the best is made. */
  gain: number;
}

/** The best of these replacements that do not overlap, nor touch a word that is taken already. */
export function chooseBest(found: readonly Replacement[], taken: boolean[]): Replacement[] {
  return [...found]
    .sort((a, b) => b.gain - a.gain || a.from - b.from || a.to - b.to)
    .filter(({ from, to }) => {
      if (taken.slice(from, to).includes(true)) return false;
      taken.fill(true, from, to);
      return true;
    });
}

/** Makes replacements that do not overlap. */
export function replaceRuns(
  words: readonly HeardWord[],
  replacements: readonly Replacement[],
): CorrectedWord[] {
  const corrected: CorrectedWord[] = [];
  let place = 0;
  for (const { from, to, term } of [...replacements].sort((a, b) => a.from - b.from)) {
    corrected.push(...words.slice(place, from));
    const beginsSentence = from === 0 || /[.!?]$/.test(words[from - 1]?.text ?? "");
    corrected.push(...replaced(words.slice(from, to), term, beginsSentence));
    place = to;
  }
  return [...corrected, ...words.slice(place)];
}

/** The term with the punctuation around what was heard. */
function replaced(
  run: readonly HeardWord[],
  term: string,
  beginsSentence: boolean,
): readonly CorrectedWord[] {
  const heard = run.map(({ text }) => text).join(" ");
  const before = /^[^\p{L}\p{N}]*/u.exec(heard)?.[0] ?? "";
  const after = /[^\p{L}\p{N}]*$/u.exec(heard)?.[0] ?? "";
  const written = beginsSentence ? term.replace(/^\p{Ll}/u, (it) => it.toUpperCase()) : term;
  const text = `${before}${written}${after}`;
  // An ordinary word that is capitalised in another way was understood.
  const isSame = isDistinctive(term) ? text === heard : text.toLowerCase() === heard.toLowerCase();
  if (isSame) return run;
  return [{ text, logProbability: Math.min(...run.map((word) => word.logProbability)), heard }];
}

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
