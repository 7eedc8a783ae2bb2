import {
  type AnswerToReview,
  answerToReviewSchema,
  type ReviewCount,
  reviewCountSchema,
} from "@contracts/answer-review.ts";
import type { PersonDatabase } from "../person-database.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";
import { OF_COMPANY, rowsLike, type ServerList } from "./server-list.ts";

/** How many answers of a company there are to look at, by week and document; newest week first. */
export const REVIEW_COUNTS: ServerList<ReviewCount & { id: string }, [string | null]> = {
  name: "answer-review-counts",
  ...rowsLike("answer_review_counts", reviewCountSchema),
  schema: {
    parse(data) {
      const row = reviewCountSchema.parse(data);
      return { ...row, id: `${row.company_id} ${row.week} ${row.file_id ?? ""}` };
    },
  },
  order: ["-week", "file_id"],
  // Twelve weeks.
  days: { column: "week", count: 85 },
  tables: ["answer_feedback", "detailed_agent_logs"],
  match: OF_COMPANY,
  mirror: (db) => db.reviewCounts,
  compare: (a, b) => (a.week === b.week ? 0 : a.week < b.week ? 1 : -1),
};

/** The answers that found nothing or were marked as wrong. */
export const ANSWERS_TO_REVIEW = rowsLike("answers_to_review", answerToReviewSchema);

/** Which answers of a company are shown; null matches all. */
export interface ReviewFilter {
  companyId: string;
  /** The Monday of a week, `yyyy-MM-dd`, in UTC. */
  week: string | null;
  fileId: string | null;
}

/** Name of the scope that holds the newest answers of a filter. */
export const reviewScope = ({ companyId, week, fileId }: ReviewFilter): string =>
  `answers-to-review:${companyId}:${week ?? ""}:${fileId ?? ""}`;

/** Replaces the mirrored answers of a filter by the newest ones that the server answered. */
export async function replaceAnswersToReview(
  db: PersonDatabase,
  filter: ReviewFilter,
  answer: Answer<AnswerToReview>,
): Promise<void> {
  const scope = {
    name: reviewScope(filter),
    holds: (row: AnswerToReview) => isShown(row, filter),
    sharedName: `answers-to-review:${filter.companyId}`,
  };
  await replaceRows(db, db.answersToReview, scope, answer);
}

/** The newest answers that match a filter, newest first. */
export async function readAnswersToReview(
  db: PersonDatabase,
  filter: ReviewFilter,
  limit: number,
): Promise<AnswerToReview[]> {
  const rows = await db.answersToReview.where("company_id").equals(filter.companyId).toArray();
  return rows
    .filter((row) => isShown(row, filter))
    .sort((a, b) => (a.noted_at === b.noted_at ? 0 : a.noted_at < b.noted_at ? 1 : -1))
    .slice(0, limit);
}

function isShown(row: AnswerToReview, { companyId, week, fileId }: ReviewFilter): boolean {
  return (
    row.company_id === companyId &&
    (week === null || startOfWeek(row.noted_at) === week) &&
    (fileId === null || row.file_ids.includes(fileId))
  );
}

/** The Monday of the week of a time, `yyyy-MM-dd`, in UTC. */
function startOfWeek(time: string): string {
  const day = new Date(time);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
