import type { AnswerToReview, ReviewCount } from "@contracts/answer-review.ts";
import type { PersonDatabase } from "../person-database.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";

/** Which answers of a company are shown; null matches all. */
export interface ReviewFilter {
  companyId: string;
  /** The Monday of a week, `yyyy-MM-dd`, in UTC. */
  week: string | null;
  fileId: string | null;
}

/** Name of the scope that holds the newest answers of a filter. */
export function reviewScope({ companyId, week, fileId }: ReviewFilter): string {
  return `answers-to-review:${companyId}:${week ?? ""}:${fileId ?? ""}`;
}

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

/** Replaces the mirrored counts of a company by what the server answered. */
export async function replaceReviewCounts(
  db: PersonDatabase,
  companyId: string,
  answer: Answer<ReviewCount>,
): Promise<void> {
  const rows = answer.rows.map((row) => ({
    ...row,
    id: `${row.company_id} ${row.week} ${row.file_id ?? ""}`,
  }));
  const scope = {
    name: `answer-review-counts:${companyId}`,
    holds: (row: ReviewCount) => row.company_id === companyId,
  };
  await replaceRows(db, db.reviewCounts, scope, { ...answer, rows });
}

/** The counts of a company, newest week first. */
export async function readReviewCounts(
  db: PersonDatabase,
  companyId: string,
): Promise<ReviewCount[]> {
  const rows = await db.reviewCounts.where("company_id").equals(companyId).toArray();
  return rows.sort((a, b) => (a.week === b.week ? 0 : a.week < b.week ? 1 : -1));
}

function isShown(row: AnswerToReview, { companyId, week, fileId }: ReviewFilter): boolean {
  return (
    row.company_id === companyId &&
    (week === null || mondayOf(row.noted_at) === week) &&
    (fileId === null || row.file_ids.includes(fileId))
  );
}

/** The Monday of the week of a time, `yyyy-MM-dd`, in UTC. */
function mondayOf(time: string): string {
  const day = new Date(time);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
