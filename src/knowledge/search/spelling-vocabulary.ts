import type { Candidate } from "@contracts/spelling/correction.ts";
import { editsAllowed } from "@contracts/spelling/find-corrections.ts";
import type { PassageIndex } from "#mirror/person/knowledge/knowledge-rows.ts";
import { countPassages, findTerm, type PassageCorpus } from "./passage-corpus.ts";
import { searchTerms } from "./terms.ts";

/** The written words of files, by their length: each word, and the bits of its letters. */
export type Vocabulary = ReadonlyMap<number, { words: string[]; letters: number[] }>;

/** The vocabulary of files, each word once. */
export function openVocabulary(indexes: Iterable<PassageIndex>): Vocabulary {
  const known = new Set<string>();
  const vocabulary = new Map<number, { words: string[]; letters: number[] }>();
  for (const { words } of indexes) {
    for (const word of words) {
      if (known.has(word)) continue;
      known.add(word);
      const group = vocabulary.get(word.length) ?? { words: [], letters: [] };
      vocabulary.set(word.length, group);
      group.words.push(word);
      group.letters.push(letterBits(word));
    }
  }
  return vocabulary;
}

/**
 * The words that a misspelled one may stand for, and in how many passages each is, in any of its
 * forms; none when a passage has the word itself.
 */
export function candidatesIn(
  vocabulary: Vocabulary,
  corpus: PassageCorpus,
  written: string,
): Candidate[] {
  const passagesWith = (word: string) => {
    const forms = [...searchTerms(word, corpus.languages).keys()];
    return Math.max(0, ...forms.map((form) => countPassages(findTerm(corpus, form))));
  };
  if (passagesWith(written) > 0) return [];
  return resembling(vocabulary, written)
    .map((word) => ({ word, passages: passagesWith(word) }))
    .filter(({ passages }) => passages > 0);
}

/**
 * Words that so few edits may lead to. An edit changes at most two letters of a word's set, and
 * exchanging neighbours none, so most words need no comparison.
 */
function resembling(vocabulary: Vocabulary, written: string): string[] {
  const edits = editsAllowed(written);
  const own = letterBits(written);
  const found: string[] = [];
  for (let length = written.length - edits; length <= written.length + edits; length += 1) {
    const group = vocabulary.get(length);
    if (group === undefined) continue;
    const most = 2 * edits - Math.abs(length - written.length);
    group.letters.forEach((letters, place) => {
      if (bitCount(letters ^ own) <= most) found.push(group.words[place] ?? "");
    });
  }
  return found;
}

/** A bit for each letter of a word; letters other than a to z share five bits. */
function letterBits(word: string): number {
  let letters = 0;
  for (let place = 0; place < word.length; place += 1) {
    const code = word.charCodeAt(place);
    letters |= 1 << (code >= 97 && code <= 122 ? code - 97 : 26 + (code % 5));
  }
  return letters;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
