import type { AnswerToReview } from "@contracts/answer-review.ts";
import type { KnowledgeFile } from "@contracts/knowledge.ts";

/** The names of documents by their ids. */
export type FileNames = ReadonlyMap<string, string>;

export function fileNamesOf(files: readonly Pick<KnowledgeFile, "id" | "file_name">[]): FileNames {
  return new Map(files.map(({ id, file_name }) => [id, file_name]));
}

/** The name of a document. */
export function fileName(names: FileNames, id: string): string {
  return names.get(id) ?? "Deleted document";
}

/** What was asked. */
export function questionWords({ question }: Pick<AnswerToReview, "question">): string {
  return question || "A question that is not known any more";
}

/** Why an answer is to be looked at. */
export function marksOf({
  found_nothing,
  verdict,
}: Pick<AnswerToReview, "found_nothing" | "verdict">): string[] {
  return [
    ...(found_nothing ? ["Found nothing"] : []),
    ...(verdict === "wrong" ? [MARKED_WRONG] : []),
  ];
}

export const MARKED_WRONG = "Marked wrong";

/** "Week of 5 Jan 2026"; the week is its Monday, `yyyy-MM-dd`, in UTC. */
export function weekWords(week: string): string {
  const day = new Date(`${week}T00:00:00Z`).toLocaleDateString(undefined, {
    dateStyle: "medium",
    timeZone: "UTC",
  });
  return `Week of ${day}`;
}

/** "3 found nothing, 2 marked wrong" */
export function countWords(counts: { found_nothing: number; wrong: number }): string {
  const { found_nothing, wrong } = counts;
  const parts = [
    ...(found_nothing > 0 ? [`${found_nothing} found nothing`] : []),
    ...(wrong > 0 ? [`${wrong} marked wrong`] : []),
  ];
  return parts.join(", ");
}
