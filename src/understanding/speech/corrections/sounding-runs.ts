import type { HeardWord } from "../join-tokens.ts";
import type { CompanyVocabulary, SpokenTerm } from "./company-vocabulary.ts";
import { NUMERALS } from "./numbers.ts";
import {
  emptyRows,
  fillFirstRow,
  fillNextRow,
  phoneNumbers,
  soundDistance,
  weightOfPhones,
} from "./phones.ts";
import { listPronunciations } from "./pronunciations.ts";
import { measureDoubts, type Replacement } from "./replacements.ts";

// The figures below were chosen on 50 spoken sentences with words of the trade, for the most terms without
// more mistakes in ordinary words.

/** Words that are doubted less were understood. */
export const SURE = 0.12;
/** How far a term may be from what was heard, as a part of its weight: without doubt, and with it. */
const LEAST_DISTANCE = 0.11;
const DISTANCE_BY_DOUBT = 0.2;
const MOST_DISTANCE = 0.32;
/** A lighter term has fewer sounds to compare: it has to be closer. */
const FULL_WEIGHT = 4;
/** A long code that is close may replace what was heard surely: nobody says one by chance. */
const CODE_WEIGHT = 3.5;
const CODE_DISTANCE = 0.08;

/** Words that sound like numbers, apart from numerals. */
const LIKE_NUMBERS = new Set(["to", "too", "for", "won", "ate", "tree", "tin"]);
/** Where the number of a code was heard, what comes before has to be this much like its letters. */
const LETTERS_DISTANCE = 0.65;

/** The facts about the words from `from` to before `to`. */
interface Run {
  from: number;
  to: number;
  doubt: number;
  way: string;
  /** The sounds of the numerals at its end. */
  numberAtEnd: string;
  hasDigits: boolean;
  hasNumber: boolean;
}

/** Runs of words, not taken already, that sound like a term and are doubted as much as they differ. */
export function soundingRuns(
  words: readonly HeardWord[],
  { spoken }: CompanyVocabulary,
  taken: readonly boolean[],
): Replacement[] {
  const found: Replacement[] = [];
  const measureDoubt = measureDoubts(words);
  const heard = words.map(({ text }) => {
    const [likeliest = ""] = listPronunciations(text);
    return { way: likeliest, ...classify(text) };
  });
  const mostWords = Math.max(0, ...spoken.map((each) => each.mostWords));
  // Heard as far as a term may be, nothing has twice as many sounds.
  const longest = 2 * Math.max(0, ...spoken.map(({ way }) => way.length));
  for (let from = 0; from < words.length; from += 1) {
    const run = { way: "", numberAtEnd: "", hasDigits: false, hasNumber: false };
    for (let to = from + 1; to <= Math.min(words.length, from + mostWords); to += 1) {
      const word = heard[to - 1];
      if (taken[to - 1] || word === undefined) break;
      run.way += word.way;
      run.numberAtEnd = word.isNumeral ? run.numberAtEnd + word.way : "";
      run.hasDigits ||= word.hasDigits;
      run.hasNumber ||= word.isNumeral || word.isLikeNumber || word.hasDigits;
      // A number alone: no letters of a code were heard.
      if (run.way === run.numberAtEnd) continue;
      if (run.way.length > longest) break;
      found.push(...termsLike({ ...run, from, to, doubt: measureDoubt(from, to) }, spoken));
    }
  }
  return found;
}

function termsLike(run: Run, spoken: readonly SpokenTerm[]): Replacement[] {
  const { from, to, doubt } = run;
  const isSure = doubt < SURE;
  if (isSure && !run.hasNumber) return [];
  const found: Replacement[] = [];
  const limit = isSure
    ? CODE_DISTANCE
    : Math.min(MOST_DISTANCE, LEAST_DISTANCE + DISTANCE_BY_DOUBT * doubt);
  const phones = phoneNumbers(run.way);
  const weight = weightOfPhones(phones);
  // Heavier or lighter terms are farther away than the limit, whatever their sounds are.
  const heaviest = Math.min(1.2, 1 / (1 - limit)) * weight;
  const bounds = { most: limit * heaviest, lightest: weight * (1 - limit), heaviest };
  const isWanted = (each: SpokenTerm) =>
    to - from <= each.mostWords &&
    (each.hasDigits ? run.hasNumber : !run.hasDigits) &&
    (!isSure || (each.hasDigits && each.weight > CODE_WEIGHT));
  findNearTerms(spoken, phones, bounds, isWanted, (each, distance) => {
    const larger = Math.max(weight, each.weight);
    const allowed = limit * larger * Math.min(1, each.weight / FULL_WEIGHT);
    if (distance > allowed || !lettersAreLike(run, each)) return;
    // Of two that are as close, the longer one has more in common with what was heard.
    found.push({ from, to, term: each.term, gain: (allowed - distance) / Math.sqrt(larger) });
  });
  return found;
}

/** "To 60" is not "E-60", although most of it sounds alike. */
function lettersAreLike({ way, numberAtEnd }: Run, term: SpokenTerm): boolean {
  if (numberAtEnd === "" || !term.hasDigits || !term.way.endsWith(numberAtEnd)) return true;
  const letters = phoneNumbers(term.way.slice(0, -numberAtEnd.length));
  const heard = phoneNumbers(way.slice(0, -numberAtEnd.length));
  const larger = Math.max(weightOfPhones(letters), weightOfPhones(heard));
  return soundDistance(letters, heard) <= LETTERS_DISTANCE * larger;
}

function classify(text: string): { isNumeral: boolean; isLikeNumber: boolean; hasDigits: boolean } {
  const parts = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return {
    isNumeral: parts.length > 0 && parts.every((part) => /^\d+$/.test(part) || NUMERALS.has(part)),
    isLikeNumber: parts.some((part) => NUMERALS.has(part) || LIKE_NUMBERS.has(part)),
    hasDigits: /\d/.test(text),
  };
}

const rows = emptyRows();

/**
 * Calls `found` for every wanted term within the bounds; terms that begin alike share work.
 * @param spoken sorted by their sounds
 */
function findNearTerms(
  spoken: readonly SpokenTerm[],
  phones: Uint8Array,
  bounds: { most: number; lightest: number; heaviest: number },
  isWanted: (term: SpokenTerm) => boolean,
  found: (term: SpokenTerm, distance: number) => void,
): void {
  const { most, lightest, heaviest } = bounds;
  const [first] = rows;
  if (first === undefined) return;
  fillFirstRow(first, phones);
  /** How many sounds this term shares with the last one that was computed. */
  let shared = 0;
  /** How many rows of that one are filled, and after how many sounds it was too far away. */
  let filled = 0;
  let tooFarAfter = Number.POSITIVE_INFINITY;
  for (const term of spoken) {
    if (term.shared < shared) shared = term.shared;
    if (shared >= tooFarAfter || term.weight < lightest || term.weight > heaviest) continue;
    if (!isWanted(term)) continue;
    const sounds = term.phones;
    tooFarAfter = Number.POSITIVE_INFINITY;
    for (filled = Math.min(shared, filled); filled < sounds.length; filled += 1) {
      const above = rows[filled];
      const row = rows[filled + 1];
      if (above === undefined || row === undefined) break;
      if (fillNextRow(row, above, sounds[filled] ?? 0, phones) > most) {
        filled += 1;
        tooFarAfter = filled;
        break;
      }
    }
    shared = Number.POSITIVE_INFINITY;
    if (tooFarAfter !== Number.POSITIVE_INFINITY) continue;
    const distance = rows[sounds.length]?.[phones.length] ?? most;
    if (distance <= most) found(term, distance);
  }
}
