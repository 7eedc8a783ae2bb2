import {
  type AnswerToReview,
  answerReviewSchema,
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
      const { company_id, week, file_id, is_done } = row;
      return { ...row, id: `${company_id} ${week} ${file_id ?? ""} ${is_done}` };
    },
  },
  order: ["-week", "file_id"],
  // Twelve weeks.
  days: { column: "week", count: 85 },
  tables: ["answer_reviews", "detailed_agent_logs"],
  match: OF_COMPANY,
  mirror: (db) => db.reviewCounts,
  compare: (a, b) => (a.week === b.week ? 0 : a.week < b.week ? 1 : -1),
};

/** The answers that found nothing, were marked as wrong, or about which the office was asked. */
export const ANSWERS_TO_REVIEW = rowsLike("answers_to_review", answerToReviewSchema);

/** What the office did about them: where an administrator writes it. */
export const ANSWER_REVIEWS = rowsLike("answer_reviews", answerReviewSchema);

/** Which answers of a company are shown; null matches all. */
export interface ReviewFilter {
  companyId: string;
  /** The Monday of a week, `yyyy-MM-dd`, in UTC. */
  week: string | null;
  fileId: string | null;
  /** Whether the done ones are shown, or the open ones. */
  done: boolean;
}

/** Name of the scope that holds the newest answers of a filter. */
export const reviewScope = ({ companyId, week, fileId, done }: ReviewFilter): string =>
  `answers-to-review:${companyId}:${week ?? ""}:${fileId ?? ""}${done ? ":done" : ""}`;

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

function isShown(row: AnswerToReview, { companyId, week, fileId, done }: ReviewFilter): boolean {
  return (
    row.company_id === companyId &&
    // A row that an earlier version of the app has mirrored is open.
    ((row.done_at ?? null) !== null) === done &&
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
