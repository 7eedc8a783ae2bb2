import { scoreKey } from "#knowledge/search/bm25.ts";
import { rerank } from "#knowledge/search/rerank.ts";
import { textbookBm25 } from "./textbook-bm25.ts";

/** A passage of a test: its file, its place in the file, and its words, which are their own stems. */
export interface ExpectedPassage {
  file: string;
  chunkNo: number;
  terms: readonly string[];
}

/**
 * What a search of these passages must return: the textbook's BM25 (k1 1.5, b 0.6), and the best
 * passages ranked again as the device does.
 */
export function expectedSearch(
  passages: readonly ExpectedPassage[],
): (query: readonly string[]) => { file: string; chunkNo: number; score: number }[] {
  const rank = textbookBm25(
    passages.map(({ terms }) => terms),
    1.5,
    0.6,
  );
  const meanLength = passages.reduce((sum, { terms }) => sum + terms.length, 0) / passages.length;
  const having = new Map<string, number>();
  for (const { terms } of passages) {
    for (const term of new Set(terms)) having.set(term, (having.get(term) ?? 0) + 1);
  }
  return (query) => {
    const found = [...rank(query)].flatMap(([number, score]) => {
      const passage = passages[number];
      return passage ? [{ ...passage, score }] : [];
    });
    found.sort(
      (a, b) =>
        scoreKey(b.score) - scoreKey(a.score) ||
        (a.file < b.file ? -1 : Number(a.file > b.file)) ||
        a.chunkNo - b.chunkNo,
    );
    const terms = [...new Set(query)].map((text) => {
      const n = having.get(text) ?? 0;
      return { text, weight: 1, rarity: Math.log(1 + (passages.length - n + 0.5) / (n + 0.5)) };
    });
    const reranked = rerank(
      found.map(({ score }) => score),
      (place) => found[place]?.terms ?? [],
      terms,
      meanLength,
    );
    return reranked.flatMap(({ place, score }) => {
      const passage = found[place];
      return passage ? [{ file: passage.file, chunkNo: passage.chunkNo, score }] : [];
    });
  };
}
