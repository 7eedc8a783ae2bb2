import type { AnswerToReview } from "@contracts/answer-review.ts";

/** The question as text. */
export function describeQuestion({ question }: Pick<AnswerToReview, "question">): string {
  return question || "A question that is not known any more";
}

/** Why an answer is to be looked at. */
export function reviewMarks({
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
export function formatWeek(week: string): string {
  const day = new Date(`${week}T00:00:00Z`).toLocaleDateString(undefined, {
    dateStyle: "medium",
    timeZone: "UTC",
  });
  return `Week of ${day}`;
}

/** "3 found nothing, 2 marked wrong" */
export function formatCounts(counts: { found_nothing: number; wrong: number }): string {
  const { found_nothing, wrong } = counts;
  const parts = [
    ...(found_nothing > 0 ? [`${found_nothing} found nothing`] : []),
    ...(wrong > 0 ? [`${wrong} marked wrong`] : []),
  ];
  return parts.join(", ");
}
