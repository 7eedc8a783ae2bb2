import type { PassageIndex } from "#mirror/person/knowledge/knowledge-rows.ts";

/** The saturation of repeated terms, and how much long passages are held back: as on the server. */
export const K1 = 1.5;
const B = 0.6;

export type PassageCorpus = ReturnType<typeof openCorpus>;

/** Indexes that are searched together; their passages are numbered through, by file and place. */
export function openCorpus(all: readonly PassageIndex[]) {
  const indexes = all.toSorted((a, b) => (a.fileId < b.fileId ? -1 : 1));
  /** The number of the first passage of each index. */
  const starts = new Uint32Array(indexes.length);
  let passages = 0;
  let words = 0;
  indexes.forEach(({ lengths }, place) => {
    starts[place] = passages;
    passages += lengths.length;
    for (const length of lengths) words += length;
  });
  /** Of a passage, in words. */
  const meanLength = Math.max(1, words / Math.max(1, passages));
  /** The part of each passage's length in the denominator of BM25. */
  const norms = new Float64Array(passages);
  let number = 0;
  for (const { lengths } of indexes) {
    for (const length of lengths) norms[number++] = lengthNorm(length, meanLength);
  }
  const languages = [...new Set(indexes.map(({ language }) => language))].sort();
  return { indexes, languages, starts, passages, meanLength, norms };
}

/** The postings of a term in an index, from and to, and the number of the index's first passage. */
export interface FoundTerm {
  index: PassageIndex;
  start: number;
  from: number;
  to: number;
}

/** The indexes that have a term. */
export function findTerm({ indexes, starts }: PassageCorpus, term: string): FoundTerm[] {
  return indexes.flatMap((index, place) => {
    const at = findPlace(index.terms, term);
    if (at === -1) return [];
    const [from = 0, to = 0] = [index.ends[at - 1], index.ends[at]];
    return [{ index, start: starts[place] ?? 0, from, to }];
  });
}

/** Whether any passage of an index has a term. */
export function hasTerm({ terms }: PassageIndex, term: string): boolean {
  return findPlace(terms, term) !== -1;
}

/** How many passages have a term. */
export function countPassages(found: readonly FoundTerm[]): number {
  return found.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** The place of a term among sorted ones; -1 when it is none of them. */
function findPlace(terms: readonly string[], term: string): number {
  let [low, high] = [0, terms.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = terms[middle] ?? "";
    if (found === term) return middle;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The file of a passage and its place in it. */
export function locatePassage(
  { indexes, starts }: PassageCorpus,
  passage: number,
): { fileId: string; chunkNo: number } {
  const place = starts.findLastIndex((start) => start <= passage);
  return { fileId: indexes[place]?.fileId ?? "", chunkNo: passage - (starts[place] ?? 0) };
}

/** The part of a passage's length in the denominator of BM25. @param length and the mean, in words */
export function lengthNorm(length: number, meanLength: number): number {
  return K1 * (1 - B + (B * length) / meanLength);
}

/** A key for sorting: scores that differ by rounding errors, as on the server, are equal. */
export function scoreKey(score: number): number {
  return Math.round(score * 1e8);
}
