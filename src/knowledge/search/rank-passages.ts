import { MOST_PASSAGES, type Passage } from "@contracts/knowledge.ts";
import { K1, scoreKey } from "./bm25.ts";
import { locatePassage, openCorpus, type PassageCorpus } from "./passage-corpus.ts";
import { buildPassageIndex, findPostings } from "./passage-index.ts";
import { type QueryTerm, queryTerms } from "./query-terms.ts";
import type { TextQuery } from "./search-messages.ts";

/** A passage that was found. */
export interface RankedPassage {
  fileId: string;
  chunkNo: number;
  score: number;
}

/** The postings of a term in the indexes of a corpus: from and to, two numbers an index. */
type Places = Uint32Array;

/**
 * Ranks passages by BM25, best first; leaves out passages that share no term with the query. Equal
 * scores keep the order of files and passages.
 * @returns the passages and the terms that were searched for, whose rarity and mean length are
 *   computed over the whole corpus
 */
export function rankPassages(
  corpus: PassageCorpus,
  query: string,
  limit: number,
): { ranked: RankedPassage[]; terms: QueryTerm[] } {
  const places = new Map<string, Places>();
  const terms = queryTerms(query, corpus.languages, corpus.passages, (term) => {
    const found = findPlaces(corpus, term);
    places.set(term, found.places);
    return found.passages;
  });
  const scores = new Float64Array(corpus.passages);
  for (const { text, weight, rarity } of terms) {
    const at = places.get(text);
    if (at) addScores(scores, corpus, at, weight * rarity * (K1 + 1));
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

function findPlaces({ indexes }: PassageCorpus, term: string) {
  const places = new Uint32Array(2 * indexes.length);
  let passages = 0;
  for (let number = 0; number < indexes.length; number += 1) {
    const index = indexes[number];
    const found = index && findPostings(index, term);
    if (!found) continue;
    places[2 * number] = found[0];
    places[2 * number + 1] = found[1];
    passages += found[1] - found[0];
  }
  return { places, passages };
}

function addScores(
  scores: Float64Array,
  { indexes, starts, norms }: PassageCorpus,
  places: Places,
  gain: number,
): void {
  for (let number = 0; number < indexes.length; number += 1) {
    const to = places[2 * number + 1] ?? 0;
    const index = indexes[number];
    if (to === 0 || index === undefined) continue;
    const { chunks, counts } = index;
    const start = starts[number] ?? 0;
    for (let posting = places[2 * number] ?? 0; posting < to; posting += 1) {
      const passage = start + (chunks[posting] ?? 0);
      const count = counts[posting] ?? 0;
      scores[passage] = (scores[passage] ?? 0) + (gain * count) / (count + (norms[passage] ?? 0));
    }
  }
}

function best(corpus: PassageCorpus, scores: Float64Array, limit: number): RankedPassage[] {
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
