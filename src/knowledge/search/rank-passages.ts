import type { PassageIndex } from "#mirror/person/knowledge/knowledge-rows.ts";
import { postingsOf } from "./passage-index.ts";
import { termsOf } from "./terms.ts";

// The same textbook BM25 parameters as on the server.
const K1 = 1.5;
const B = 0.75;

/** A passage that was found. */
export interface RankedPassage {
  fileId: string;
  chunkNo: number;
  score: number;
}

/**
 * Ranks passages by BM25, best first; leaves out passages that share no term with the query.
 * @param indexes of the files to search; term rarity and mean length are computed over all of them
 */
export function rankPassages(
  indexes: readonly PassageIndex[],
  query: string,
  limit: number,
): RankedPassage[] {
  const corpus = measure(indexes);
  const scores = indexes.map((index) => new Float32Array(index.lengths.length));
  for (const [term, weight] of weightsOf(query)) {
    const places = indexes.map((index) => postingsOf(index, term));
    const found = places.reduce((sum, place) => sum + (place ? place[1] - place[0] : 0), 0);
    if (found === 0) continue;
    const rarity = weight * Math.log(1 + (corpus.passages - found + 0.5) / (found + 0.5));
    indexes.forEach((index, number) => {
      const place = places[number];
      const sums = scores[number];
      if (place && sums) addScores(sums, index, place, rarity, corpus.meanLength);
    });
  }
  return best(indexes, scores, limit);
}

function addScores(
  sums: Float32Array,
  index: PassageIndex,
  [from, to]: [number, number],
  rarity: number,
  meanLength: number,
): void {
  for (let posting = from; posting < to; posting += 1) {
    const chunk = index.chunks[posting] ?? 0;
    const count = index.counts[posting] ?? 0;
    const length = (index.lengths[chunk] ?? 0) / meanLength;
    const score = (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
    sums[chunk] = (sums[chunk] ?? 0) + score;
  }
}

/** Each term of a question counts once: repeating a word does not change what a person seeks. */
function weightsOf(query: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { text, weight } of termsOf(query)) {
    weights.set(text, Math.max(weight, weights.get(text) ?? 0));
  }
  return weights;
}

function measure(indexes: readonly PassageIndex[]): { passages: number; meanLength: number } {
  let passages = 0;
  let words = 0;
  for (const { lengths } of indexes) {
    passages += lengths.length;
    for (const length of lengths) words += length;
  }
  return { passages, meanLength: Math.max(1, words / Math.max(1, passages)) };
}

function best(
  indexes: readonly PassageIndex[],
  scores: readonly Float32Array[],
  limit: number,
): RankedPassage[] {
  const kept: RankedPassage[] = [];
  let least = 0;
  indexes.forEach(({ fileId }, number) => {
    const sums = scores[number];
    if (sums === undefined) return;
    // A plain loop without a callback per passage, because there are tens of thousands.
    for (let chunkNo = 0; chunkNo < sums.length; chunkNo += 1) {
      const score = sums[chunkNo] ?? 0;
      if (score <= least) continue;
      kept.push({ fileId, chunkNo, score });
      if (kept.length < 2 * limit) continue;
      kept.sort(byScore);
      kept.length = limit;
      least = kept[limit - 1]?.score ?? 0;
    }
  });
  return kept.sort(byScore).slice(0, limit);
}

/** Passages with equal scores keep the order of the manual. */
function byScore(a: RankedPassage, b: RankedPassage): number {
  return b.score - a.score || a.fileId.localeCompare(b.fileId) || a.chunkNo - b.chunkNo;
}
