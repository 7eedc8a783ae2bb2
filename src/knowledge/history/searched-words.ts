import type { PassageCorpus } from "../search/passage-corpus.ts";
import { findPostings } from "../search/passage-index.ts";
import type { Vocabulary } from "../search/spelling-vocabulary.ts";
import { readTerms } from "../search/terms.ts";

/** A word of a search, and the words that it may be the beginning of. */
export interface SearchedWord {
  /** In lower case. */
  written: string;
  completions: readonly string[];
}

/** Words and codes, with what joins the parts of a code. */
const WORD = /[\p{L}\p{N}]+(?:[-–‑/._,][\p{L}\p{N}]+)*/gu;

/** A single letter begins too many words. */
const SHORTEST_BEGINNING = 2;

/** The words of a search. Somebody who types may not have finished the last one. */
export function searchedWords(query: string, vocabulary: Vocabulary): SearchedWord[] {
  return [...query.toLowerCase().matchAll(WORD)].map((match) => {
    const [written] = match;
    const isLast = match.index + written.length === query.length;
    return { written, completions: isLast ? findCompletions(written, vocabulary) : [] };
  });
}

function findCompletions(beginning: string, vocabulary: Vocabulary): string[] {
  if (beginning.length < SHORTEST_BEGINNING) return [];
  return [...vocabulary.values()].flatMap(({ words }) =>
    words.filter((word) => word.length > beginning.length && word.startsWith(beginning)),
  );
}

/**
 * The passages that have a word or one of its completions, as numbers in the corpus; null for a word
 * that is not searched for, like "the". A code is one word: it is found by its spellings, or where
 * all its parts are.
 */
export function entriesWith(corpus: PassageCorpus, word: SearchedWord): Set<number> | null {
  const ways = [word.written, ...word.completions].flatMap((each) =>
    corpus.languages.flatMap((language) => {
      const terms = readTerms(each, language);
      const named = (isWord: boolean) =>
        terms.flatMap((term) => (term.isWord === isWord ? [term.text] : []));
      return [...named(false).map((code) => [code]), named(true)];
    }),
  );
  const searched = ways.filter((terms) => terms.length > 0);
  if (searched.length === 0) return null;
  return new Set(
    searched.flatMap((terms) => {
      const [first = new Set<number>(), ...others] = terms.map((term) => findEntries(corpus, term));
      return [...first].filter((entry) => others.every((entries) => entries.has(entry)));
    }),
  );
}

function findEntries(corpus: PassageCorpus, term: string): Set<number> {
  const found = new Set<number>();
  corpus.indexes.forEach((index, place) => {
    const [from, to] = findPostings(index, term) ?? [0, 0];
    const start = corpus.starts[place] ?? 0;
    for (let at = from; at < to; at += 1) found.add(start + (index.chunks[at] ?? 0));
  });
  return found;
}
