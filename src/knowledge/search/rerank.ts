import { POOL } from "@contracts/terms/answering-part.ts";
import { K1, lengthNorm, scoreKey } from "./passage-corpus.ts";
import type { QueryTerm } from "./rank-passages.ts";

/** Farthest two terms of a question that still count as near each other, in words. */
const NEAR = 5;
/** How many passages the feedback is taken from, and how many of their terms. */
const FEEDBACK_PASSAGES = 5;
const FEEDBACK_TERMS = 20;
/** The share of the feedback in a score. */
const FEEDBACK_SHARE = 0.4;
/** Places that the feedback does not change: it would harm questions with one right answer. */
const FIXED_PLACES = 2;

/** A passage ranked again: `place` is where it was before, from 0. */
export interface Reranked {
  place: number;
  score: number;
}

/**
 * Ranks the best passages again: by terms of the question that stand near each other (Rasolofo, Savoy
 * 2003), then by terms that the best five have in common (Rocchio's feedback). The same as
 * `private.rerank` in the database.
 * @param found the scores of the passages by BM25, best first; after the best 20, places are kept
 * @param readWords the words of one of the passages as terms, in the order of its text
 * @param meanLength mean length of all passages that were searched, in words
 * @returns best first; no score is lower than before
 */
export function rerank(
  found: readonly number[],
  readWords: (place: number) => readonly string[],
  query: readonly QueryTerm[],
  meanLength: number,
): Reranked[] {
  const byProximity = found
    .slice(0, POOL)
    .map((score, place) => {
      const words = readWords(place);
      return { place, score: score + proximity(words, query), words };
    })
    .sort(byScore);
  const gains = feedback(
    byProximity.map(({ words }) => words),
    meanLength,
  );
  const most = Math.max(...gains);
  const first = byProximity[0]?.score ?? 0;
  const scale = most > 0 ? (FEEDBACK_SHARE / (1 - FEEDBACK_SHARE)) * (first / most) : 0;
  const mixed = byProximity.map(({ place, score }, number) => {
    return { place, score: score + scale * (gains[number] ?? 0) };
  });
  const last = mixed.slice(FIXED_PLACES).sort(byScore);
  const fixed = mixed.slice(0, FIXED_PLACES);
  // The scores descend, also where a place is fixed.
  for (let number = fixed.length - 1; number >= 0; number -= 1) {
    const here = fixed[number];
    const next = fixed[number + 1] ?? last[0];
    if (here && next) here.score = Math.max(here.score, next.score);
  }
  const others = found.slice(POOL).map((score, number) => ({ place: POOL + number, score }));
  return [...fixed, ...last, ...others];
}

/** The rarer a pair of the question's terms and the nearer to each other, the more it counts. */
function proximity(words: readonly string[], query: readonly QueryTerm[]): number {
  const numbers = new Map(query.map(({ text }, number) => [text, number]));
  const places: number[] = [];
  const found: number[] = [];
  words.forEach((word, place) => {
    const number = numbers.get(word);
    if (number === undefined) return;
    places.push(place);
    found.push(number);
  });
  const nearest = new Map<number, number>();
  for (let later = 1; later < places.length; later += 1) {
    for (let earlier = later - 1; earlier >= 0; earlier -= 1) {
      const distance = (places[later] ?? 0) - (places[earlier] ?? 0);
      if (distance > NEAR) break;
      const [a = 0, b = 0] = [found[earlier], found[later]];
      if (a === b) continue;
      const pair = Math.min(a, b) * query.length + Math.max(a, b);
      if (distance < (nearest.get(pair) ?? Number.POSITIVE_INFINITY)) nearest.set(pair, distance);
    }
  }
  let sum = 0;
  for (const [pair, distance] of nearest) {
    const one = query[Math.floor(pair / query.length)]?.rarity ?? 0;
    const other = query[pair % query.length]?.rarity ?? 0;
    sum += Math.min(one, other) / distance ** 2;
  }
  return sum;
}

/** The share of each passage in the terms that mark the best ones among all of them. */
function feedback(pool: readonly (readonly string[])[], meanLength: number): number[] {
  const counted = pool.map(countWords);
  const having = countWords(counted.flatMap((counts) => [...counts.keys()]));
  const weights = new Map<string, number>();
  counted.slice(0, FEEDBACK_PASSAGES).forEach((counts, place) => {
    const words = pool[place]?.length ?? 0;
    for (const [term, count] of counts) {
      const passages = having.get(term) ?? 0;
      const rarity = Math.log(1 + (pool.length - passages + 0.5) / (passages + 0.5));
      const weight = (rarity * count) / words / (place + 1);
      weights.set(term, (weights.get(term) ?? 0) + weight);
    }
  });
  // Of equal weights those that are first in the passages, because sorting keeps their order.
  const chosen = [...weights]
    .sort(([, a], [, b]) => scoreKey(b * 100) - scoreKey(a * 100))
    .slice(0, FEEDBACK_TERMS);
  return counted.map((counts, place) => {
    const norm = lengthNorm(pool[place]?.length ?? 0, meanLength);
    let sum = 0;
    for (const [term, weight] of chosen) {
      const count = counts.get(term) ?? 0;
      if (count > 0) sum += (weight * (K1 + 1) * count) / (count + norm);
    }
    return sum;
  });
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function byScore(a: Reranked, b: Reranked): number {
  return scoreKey(b.score) - scoreKey(a.score) || a.place - b.place;
}
