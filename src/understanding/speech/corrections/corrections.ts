import type { HeardWord } from "../vocabulary.ts";
import { distanceOf, phoneNumbers, weightOfPhones } from "./phones.ts";
import { pronunciationsOf } from "./pronunciations.ts";

/** An entry of a company's vocabulary. */
export interface CompanyTerm {
  /** As the company writes it. */
  term: string;
  /** What always becomes the term; null for a term that is recognised by its sound. */
  heard: string | null;
}

/** A word of a corrected text; a term may have several words. */
export interface CorrectedWord extends HeardWord {
  /** What was heard where the text was replaced; absent where nothing was. */
  heard?: string;
}

/** A company's vocabulary, prepared once for many texts. */
export interface CompanyVocabulary {
  readonly spoken: readonly SpokenTerm[];
  /** Terms and fixed replacements by the letters and digits of what is heard. */
  readonly written: ReadonlyMap<string, { term: string; isFixed: boolean }>;
}

/** One way to say a term. */
interface SpokenTerm {
  term: string;
  phones: Uint8Array;
  weight: number;
  /** How many words of a text it may take. */
  words: number;
}

interface Replacement {
  from: number;
  to: number;
  term: string;
  gain: number;
}

export const TUNE = {
  base: 0.02,
  slope: 0.3,
  most: 0.36,
  surest: 0.12,
  full: 5,
  cap: 1.5,
};

/** The words that a run may have, apart from those of numbers and single letters. */
const LONGEST_RUN = 4;

export function prepareVocabulary(terms: readonly CompanyTerm[]): CompanyVocabulary {
  const written = new Map<string, { term: string; isFixed: boolean }>();
  const spoken = new Map<string, SpokenTerm>();
  for (const { term, heard } of terms) {
    const key = lettersOf(term);
    if (!written.has(key)) written.set(key, { term, isFixed: false });
    for (const way of pronunciationsOf(term)) {
      const phones = phoneNumbers(way);
      const weight = weightOfPhones(phones);
      const words = Math.max(LONGEST_RUN, partsIn(term));
      spoken.set(`${term} ${way}`, { term, phones, weight, words });
    }
    if (heard !== null) written.set(lettersOf(heard), { term, isFixed: true });
  }
  return { spoken: [...spoken.values()], written };
}

export function correct(
  words: readonly HeardWord[],
  vocabulary: CompanyVocabulary,
): CorrectedWord[] {
  const taken = new Array<boolean>(words.length).fill(false);
  const chosen: Replacement[] = [];
  const choose = (found: Replacement[]) => {
    for (const each of found.sort((a, b) => b.gain - a.gain || a.from - b.from)) {
      if (taken.slice(each.from, each.to).includes(true)) continue;
      taken.fill(true, each.from, each.to);
      chosen.push(each);
    }
  };
  choose(writtenRuns(words, vocabulary));
  choose(soundingRuns(words, vocabulary, taken));
  chosen.sort((a, b) => a.from - b.from);
  const corrected: CorrectedWord[] = [];
  let place = 0;
  for (const { from, to, term } of chosen) {
    corrected.push(...words.slice(place, from));
    corrected.push(...replaced(words.slice(from, to), term));
    place = to;
  }
  return [...corrected, ...words.slice(place)];
}

function writtenRuns(words: readonly HeardWord[], { written }: CompanyVocabulary): Replacement[] {
  const found: Replacement[] = [];
  for (let from = 0; from < words.length; from += 1) {
    let letters = "";
    for (let to = from + 1; to <= Math.min(words.length, from + 6); to += 1) {
      letters += lettersOf(words[to - 1]?.text ?? "");
      const entry = written.get(letters);
      if (entry === undefined) continue;
      const isSure =
        !entry.isFixed &&
        to - from > 1 &&
        !/\d/.test(entry.term) &&
        !isCapitals(entry.term) &&
        unlikelihood(words, from, to) < TUNE.surest;
      const isSpaced = entry.term.split(" ").length === to - from;
      if (isSure && !isSpaced) continue;
      found.push({ from, to, term: entry.term, gain: letters.length });
    }
  }
  return found;
}

function soundingRuns(
  words: readonly HeardWord[],
  { spoken }: CompanyVocabulary,
  taken: readonly boolean[],
): Replacement[] {
  const found: Replacement[] = [];
  const sounds = words.map(({ text }) => pronunciationsOf(text)[0] ?? "");
  const most = Math.max(0, ...spoken.map(({ words }) => words));
  for (let from = 0; from < words.length; from += 1) {
    let way = "";
    for (let to = from + 1; to <= Math.min(words.length, from + most); to += 1) {
      if (taken[to - 1]) break;
      way += sounds[to - 1];
      const doubt = unlikelihood(words, from, to);
      if (doubt < TUNE.surest || way === "") continue;
      const limit = Math.min(TUNE.most, TUNE.base + TUNE.slope * doubt);
      const phones = phoneNumbers(way);
      const weight = weightOfPhones(phones);
      for (const each of spoken) {
        if (to - from > each.words) continue;
        const larger = Math.max(weight, each.weight);
        const allowed = limit * larger * Math.min(1, each.weight / TUNE.full);
        if (Math.abs(weight - each.weight) > allowed) continue;
        const distance = distanceOf(each.phones, phones, allowed);
        if (distance > allowed) continue;
        found.push({
          from,
          to,
          term: each.term,
          gain: ((allowed - distance) / larger) * Math.sqrt(larger),
        });
      }
    }
  }
  return found;
}

function unlikelihood(words: readonly HeardWord[], from: number, to: number): number {
  let sum = 0;
  let letters = 0;
  for (const { text, logProbability } of words.slice(from, to)) {
    sum += Math.min(TUNE.cap, -logProbability) * text.length;
    letters += text.length;
  }
  return sum / Math.max(1, letters);
}

function replaced(heard: readonly HeardWord[], term: string): CorrectedWord[] {
  const text = heard.map((word) => word.text).join(" ");
  const before = /^[^\p{L}\p{N}]*/u.exec(text)?.[0] ?? "";
  const after = /[^\p{L}\p{N}]*$/u.exec(text)?.[0] ?? "";
  const written = `${before}${term}${after}`;
  if (written === text) return [...heard];
  const logProbability = Math.min(...heard.map((word) => word.logProbability));
  return [{ text: written, logProbability, heard: text }];
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const isCapitals = (term: string) => /\p{Lu}.*\p{Lu}/u.test(term);
const partsIn = (term: string) => term.match(/\p{L}|\d/gu)?.length ?? 0;
