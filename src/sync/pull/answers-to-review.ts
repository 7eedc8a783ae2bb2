import {
  REVIEW_COUNTS,
  type ReviewFilter,
  replaceAnswersToReview,
  reviewScope,
} from "#mirror/person/lists/answers-to-review.ts";
import { type Pull, pullOf } from "./pull.ts";

/** The newest answers of a company that match a filter. */
export function pullAnswersToReview(filter: ReviewFilter, limit: number): Pull {
  return pullOf({
    scope: reviewScope(filter),
    tables: REVIEW_COUNTS.tables,
    ask: (backend, me) => backend.feedback.toReview(me, filter, limit),
    replace: (db, answer) => replaceAnswersToReview(db, filter, answer),
  });
}
