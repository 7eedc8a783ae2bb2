import {
  type ReviewFilter,
  replaceAnswersToReview,
  replaceReviewCounts,
  reviewScope,
} from "#mirror/person/lists/answers-to-review.ts";
import { type Pull, pullOf } from "./pull.ts";

/** How far back the counts go. */
const COUNTED_WEEKS = 12;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const TABLES = ["answer_feedback", "detailed_agent_logs"];

/** The newest answers of a company that match a filter. */
export function pullAnswersToReview(filter: ReviewFilter, limit: number): Pull {
  return pullOf({
    scope: reviewScope(filter),
    tables: TABLES,
    ask: (backend, me) => backend.feedback.toReview(me, filter, limit),
    replace: (db, answer) => replaceAnswersToReview(db, filter, answer),
  });
}

/** How many answers there are to look at, by week and by document. */
export function pullReviewCounts(companyId: string): Pull {
  return pullOf({
    scope: null,
    tables: TABLES,
    ask: (backend, me, now) => {
      const since = new Date(now - COUNTED_WEEKS * WEEK_MS).toISOString().slice(0, 10);
      return backend.feedback.reviewCounts(me, companyId, since);
    },
    replace: (db, answer) => replaceReviewCounts(db, companyId, answer),
  });
}
