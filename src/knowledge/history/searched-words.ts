import type { PassageCorpus } from "../search/passage-corpus.ts";
import { postingsOf } from "../search/passage-index.ts";
import { searchTerms } from "../search/terms.ts";
import type { Vocabulary } from "../search/vocabulary.ts";

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
    return { written, completions: isLast ? completionsOf(written, vocabulary) : [] };
  });
}

function completionsOf(beginning: string, vocabulary: Vocabulary): string[] {
  if (beginning.length < SHORTEST_BEGINNING) return [];
  return [...vocabulary.values()].flatMap(({ words }) =>
    words.filter((word) => word.length > beginning.length && word.startsWith(beginning)),
  );
}

/**
 * The passages that have a word or one of its completions, as numbers in the corpus; null for a word
 * that is not searched for, like "the".
 */
export function entriesWith(corpus: PassageCorpus, word: SearchedWord): Set<number> | null {
  const terms = new Set(
    [word.written, ...word.completions].flatMap((each) => [
      ...searchTerms(each, corpus.languages).keys(),
    ]),
  );
  if (terms.size === 0) return null;
  const found = new Set<number>();
  for (const term of terms) {
    corpus.indexes.forEach((index, place) => {
      const [from, to] = postingsOf(index, term) ?? [0, 0];
      const start = corpus.starts[place] ?? 0;
      for (let at = from; at < to; at += 1) found.add(start + (index.chunks[at] ?? 0));
    });
  }
  return found;
}
