import type { DocumentLanguage } from "@contracts/knowledge.ts";
import type { PassageIndex } from "#mirror/person/knowledge/knowledge-rows.ts";
import { lengthNorm } from "./bm25.ts";

/**
 * Indexes that are searched together. Their passages are numbered through, by file and then by
 * place in the file.
 */
export interface PassageCorpus {
  indexes: readonly PassageIndex[];
  /** The languages of their documents. */
  languages: readonly DocumentLanguage[];
  /** The number of the first passage of each index. */
  starts: Uint32Array;
  /** How many passages there are. */
  passages: number;
  /** Mean length of a passage in words, at least 1. */
  meanLength: number;
  /** The part of each passage's length in the denominator of BM25. */
  norms: Float64Array;
}

export function openCorpus(indexes: readonly PassageIndex[]): PassageCorpus {
  const sorted = indexes.toSorted((a, b) => (a.fileId < b.fileId ? -1 : 1));
  const starts = new Uint32Array(sorted.length);
  let passages = 0;
  let words = 0;
  sorted.forEach(({ lengths }, place) => {
    starts[place] = passages;
    passages += lengths.length;
    for (const length of lengths) words += length;
  });
  const meanLength = Math.max(1, words / Math.max(1, passages));
  const norms = new Float64Array(passages);
  let number = 0;
  for (const { lengths } of sorted) {
    for (const length of lengths) norms[number++] = lengthNorm(length, meanLength);
  }
  const languages = listLanguages(sorted);
  return { indexes: sorted, languages, starts, passages, meanLength, norms };
}

/** The languages of the documents of some indexes. */
export function listLanguages(indexes: readonly PassageIndex[]): DocumentLanguage[] {
  return [...new Set(indexes.map(({ language }) => language))].sort();
}

/** The file of a passage and its place in it. */
export function locatePassage(
  { indexes, starts }: PassageCorpus,
  passage: number,
): { fileId: string; chunkNo: number } {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= passage) low = middle;
    else high = middle - 1;
  }
  return { fileId: indexes[low]?.fileId ?? "", chunkNo: passage - (starts[low] ?? 0) };
}
