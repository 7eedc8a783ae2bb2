/** The scores of a query, by the number of each document that contains one of its terms. */
export type Ranking = (query: readonly string[]) => Map<number, number>;

/** BM25 as in textbooks (k1 1.5, b 0.75), over documents given as terms. */
export function textbookBm25(
  documents: readonly (readonly string[])[],
  k1 = 1.5,
  b = 0.75,
): Ranking {
  const postings = new Map<string, Map<number, number>>();
  for (const [number, terms] of documents.entries()) {
    for (const term of terms) {
      const posting = postings.get(term) ?? new Map<number, number>();
      posting.set(number, (posting.get(number) ?? 0) + 1);
      postings.set(term, posting);
    }
  }
  const lengths = documents.map((terms) => terms.length);
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / documents.length;
  return (query) => {
    const scores = new Map<number, number>();
    for (const term of query) {
      const posting = postings.get(term);
      if (!posting) continue;
      const idf = Math.log(1 + (documents.length - posting.size + 0.5) / (posting.size + 0.5));
      for (const [number, occurrences] of posting) {
        const norm = k1 * (1 - b + (b * (lengths[number] ?? 0)) / meanLength);
        const gain = (idf * occurrences * (k1 + 1)) / (occurrences + norm);
        scores.set(number, (scores.get(number) ?? 0) + gain);
      }
    }
    return scores;
  };
}
