/** How well a ranking answers the questions: means over all questions, between 0 and 1. */
export interface Figures {
  recallAt5: number;
  ndcgAt10: number;
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
  return { recallAt5: mean(recallAt5), ndcgAt10: mean(ndcgAt10) };
}

function recallAt5(ranking: readonly string[], judgement: Judgement): number {
  return ranking.slice(0, 5).filter((document) => judgement.has(document)).length / judgement.size;
}

function ndcgAt10(ranking: readonly string[], judgement: Judgement): number {
  const gain = (grades: readonly number[]) =>
    grades.slice(0, 10).reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
  const best = [...judgement.values()].sort((a, b) => b - a);
  return gain(ranking.map((document) => judgement.get(document) ?? 0)) / gain(best);
}
