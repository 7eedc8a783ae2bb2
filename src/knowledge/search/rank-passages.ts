import { MOST_PASSAGES, type Passage } from "@contracts/knowledge.ts";
import {
  countPassages,
  type FoundTerm,
  findTerm,
  K1,
  locatePassage,
  openCorpus,
  type PassageCorpus,
  scoreKey,
} from "./passage-corpus.ts";
import { buildPassageIndex } from "./passage-index.ts";
import type { TextQuery } from "./searcher.ts";
import { searchTerms } from "./terms.ts";

/** Most terms of a question that are searched for: the rarest, which are the most specific. */
const MOST_TERMS = 24;

/** A term of a question. */
export interface QueryTerm {
  text: string;
  /** How much it counts: its occurrences in the question, less for the loose spelling of a code. */
  weight: number;
  /** Its inverse document frequency, above 0. */
  rarity: number;
}

/**
 * Ranks passages by BM25, best first; leaves out passages that share no term with the query. Equal
 * scores keep the order of files and passages.
 * @returns the passages and the terms that were searched for, most valuable first; their rarity is
 *   computed over the whole corpus
 */
export function rankPassages(corpus: PassageCorpus, query: string, limit: number) {
  const known = [...searchTerms(query, corpus.languages)].flatMap(([text, weight]) => {
    const found = findTerm(corpus, text);
    const having = countPassages(found);
    const rarity = Math.log(1 + (corpus.passages - having + 0.5) / (having + 0.5));
    return having === 0 ? [] : [{ text, weight, rarity, having, found }];
  });
  const terms = known
    .sort((a, b) => a.having - b.having || (a.text < b.text ? -1 : 1))
    .slice(0, MOST_TERMS)
    .sort((a, b) => b.weight * b.rarity - a.weight * a.rarity || (a.text < b.text ? -1 : 1));
  const scores = new Float64Array(corpus.passages);
  for (const { weight, rarity, found } of terms) {
    addScores(scores, corpus, found, weight * rarity * (K1 + 1));
  }
  return { ranked: best(corpus, scores, limit), terms };
}

/**
 * Ranks the passages of a text alone, for example of one that is no document yet.
 * @returns for each question the best passages, best first
 */
export function rankText({ passages, language, questions }: TextQuery): Passage[][] {
  const indexed = passages.map((passage) => ({ ...passage, file_id: "" }));
  const corpus = openCorpus([buildPassageIndex("", "", indexed, language)]);
  const byNumber = new Map(passages.map((passage) => [passage.chunk_no, passage]));
  return questions.map((question) =>
    rankPassages(corpus, question, MOST_PASSAGES).ranked.flatMap(
      ({ chunkNo }) => byNumber.get(chunkNo) ?? [],
    ),
  );
}

function addScores(
  scores: Float64Array,
  { norms }: PassageCorpus,
  found: readonly FoundTerm[],
  gain: number,
): void {
  for (const { index, start, from, to } of found) {
    const { chunks, counts } = index;
    for (let posting = from; posting < to; posting += 1) {
      const passage = start + (chunks[posting] ?? 0);
      const count = counts[posting] ?? 0;
      scores[passage] = (scores[passage] ?? 0) + (gain * count) / (count + (norms[passage] ?? 0));
    }
  }
}

function best(corpus: PassageCorpus, scores: Float64Array, limit: number) {
  const byScore = (a: number, b: number) =>
    scoreKey(scores[b] ?? 0) - scoreKey(scores[a] ?? 0) || a - b;
  const kept: number[] = [];
  let least = 0;
  // A plain loop without a callback per passage, because there are tens of thousands.
  for (let passage = 0; passage < scores.length; passage += 1) {
    const score = scores[passage] ?? 0;
    if (score <= least) continue;
    kept.push(passage);
    if (kept.length < 4 * limit) continue;
    kept.sort(byScore);
    kept.length = limit;
    // Scores that are equal but for rounding errors stay, and the sorting decides.
    least = (scores[kept[limit - 1] ?? 0] ?? 0) - 1e-8;
  }
  return kept
    .sort(byScore)
    .slice(0, limit)
    .map((passage) => ({ ...locatePassage(corpus, passage), score: scores[passage] ?? 0 }));
}
