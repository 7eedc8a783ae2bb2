/** How well a ranking answers the questions: means over all questions, between 0 and 1. */
export interface Figures {
  ndcgAt10: number;
  /** The share of the documents that answer a question among the first 8, or 12. */
  recallAt8: number;
  recallAt12: number;
}

/** The grade of each document; above 0 for documents that answer the question. */
export type Judgement = ReadonlyMap<string, number>;

/** @param rankings one list of documents per judgement, best first */
export function figuresOf(
  rankings: readonly (readonly string[])[],
  judgements: readonly Judgement[],
): Figures {
  const mean = (figure: (ranking: readonly string[], judgement: Judgement) => number) =>
    judgements.reduce((sum, judgement, i) => sum + figure(rankings[i] ?? [], judgement), 0) /
    judgements.length;
  return {
    ndcgAt10: mean(ndcgAt10),
    recallAt8: mean((ranking, judgement) => recallAt(8, ranking, judgement)),
    recallAt12: mean((ranking, judgement) => recallAt(12, ranking, judgement)),
  };
}

function recallAt(depth: number, ranking: readonly string[], judgement: Judgement): number {
  const found = ranking.slice(0, depth).filter((document) => judgement.has(document));
  return found.length / judgement.size;
}

/** Normalized discounted cumulative gain of the first ten documents of one question. */
export function ndcgAt10(ranking: readonly string[], judgement: Judgement): number {
  const gain = (grades: readonly number[]) =>
    grades.slice(0, 10).reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
  const best = [...judgement.values()].sort((a, b) => b - a);
  return gain(ranking.map((document) => judgement.get(document) ?? 0)) / gain(best);
}
