/** A passage as terms: how often each is there, and how many words it has. */
export interface CountedPassage {
  counts: ReadonlyMap<string, number>;
  length: number;
}

/**
 * The ranking of version 0.1, to compare the present one with: BM25 (k1 1.5, b 0.75) in one stage,
 * each term as often as the question has it.
 * @returns a function that ranks by a question's terms and their weights; numbers of passages, best
 *   first
 */
export function rankingBefore(
  passages: readonly CountedPassage[],
): (query: ReadonlyMap<string, number>, limit: number) => number[] {
  const postings = new Map<string, [passage: number, count: number][]>();
  passages.forEach(({ counts }, number) => {
    for (const [term, count] of counts) {
      const posted = postings.get(term) ?? [];
      postings.set(term, posted);
      posted.push([number, count]);
    }
  });
  const meanLength = passages.reduce((sum, { length }) => sum + length, 0) / passages.length;
  return (query, limit) => {
    const scores = new Map<number, number>();
    for (const [term, weight] of query) {
      const posted = postings.get(term) ?? [];
      const rarity = Math.log(1 + (passages.length - posted.length + 0.5) / (posted.length + 0.5));
      for (const [number, count] of posted) {
        const norm = 1.5 * (0.25 + (0.75 * (passages[number]?.length ?? 0)) / meanLength);
        const gain = (weight * rarity * 2.5 * count) / (count + norm);
        scores.set(number, (scores.get(number) ?? 0) + gain);
      }
    }
    return [...scores]
      .sort(([a, one], [b, other]) => other - one || a - b)
      .slice(0, limit)
      .map(([number]) => number);
  };
}
