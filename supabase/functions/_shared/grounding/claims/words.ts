import { termsOf } from "../terms.ts";
import { plainVerb } from "./irregular.ts";
import { NEUTRAL_WORDS, SYNONYMS } from "./vocabulary.ts";

const NEUTRAL: ReadonlySet<string> = termsOf(NEUTRAL_WORDS);

/** For each stem the first one of its group of synonyms. */
const firstOf = new Map(
  SYNONYMS.flatMap((group) => {
    const stems = [...termsOf(group)].map(plainVerb);
    return stems.map((stem): [string, string] => [stem, stems[0] ?? stem]);
  }),
);

/** The term that all forms of a word and all words of its meaning have. */
function sharedTerm(term: string): string {
  const plain = plainVerb(term);
  return firstOf.get(plain) ?? plain;
}

export function isNeutral(stem: string): boolean {
  return NEUTRAL.has(stem);
}

/** Whether a stem tells something of a text's matter. */
export function isTelling(stem: string): boolean {
  return !NEUTRAL.has(stem) && termsOf(stem).size > 0;
}

/** The terms of a text; words of the same meaning have the same term. */
export function wordsOf(text: string): Set<string> {
  return new Set([...termsOf(text)].map(sharedTerm));
}

/** Those that claim something. */
export function tellingWords(text: string): string[] {
  return [...termsOf(text)].filter((term) => !NEUTRAL.has(term)).map(sharedTerm);
}

/** Whether words have a stem, or one that differs only at its end ("fish", "fishi"). */
export function hasWord(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  for (let length = word.length - 1; length >= Math.max(4, word.length - 3); length--) {
    if (words.has(word.slice(0, length))) return true;
  }
  const roots = rootsOf(words);
  return cutsOf(word).some((root) => roots.has(root));
}

/** The shortest beginning that two words share when they differ in their ends: "diagnosis" and "diagnostic". */
const SHORTEST_ROOT = 6;
/** How many letters more than the root a word may have. */
const LONGEST_END = 2;

const rootsBySet = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

function rootsOf(words: ReadonlySet<string>): ReadonlySet<string> {
  const before = rootsBySet.get(words);
  if (before !== undefined) return before;
  const roots = new Set([...words].flatMap(cutsOf));
  rootsBySet.set(words, roots);
  return roots;
}

function cutsOf(word: string): string[] {
  return Array.from({ length: LONGEST_END + 1 }, (_, cut) => word.length - cut)
    .filter((length) => length >= SHORTEST_ROOT)
    .map((length) => word.slice(0, length));
}

/** Which part of some words others have: 0 to 1. */
export function shareOf(words: Iterable<string>, within: ReadonlySet<string>): number {
  let [all, found] = [0, 0];
  for (const word of words) {
    all += 1;
    if (hasWord(within, word)) found += 1;
  }
  return all === 0 ? 0 : found / all;
}

/** Only the words that claim something. */
export function telling(words: ReadonlySet<string>): Set<string> {
  return new Set([...words].filter((word) => !NEUTRAL.has(word)));
}
