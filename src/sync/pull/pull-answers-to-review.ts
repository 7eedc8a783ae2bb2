import {
  REVIEW_COUNTS,
  type ReviewFilter,
  replaceAnswersToReview,
  reviewScope,
} from "#mirror/person/lists/answers-to-review.ts";
import { createPull, type Pull } from "./pull.ts";

/** The newest answers of a company that match a filter. */
export function pullAnswersToReview(filter: ReviewFilter, limit: number): Pull {
  return createPull({
    scope: reviewScope(filter),
    tables: REVIEW_COUNTS.tables,
    ask: (backend, me) => backend.feedback.toReview(me, filter, limit),
    replace: (db, answer) => replaceAnswersToReview(db, filter, answer),
  });
}
