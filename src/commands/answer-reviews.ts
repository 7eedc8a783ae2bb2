import type { AnswerToReview, ReviewChange } from "@contracts/answer-review.ts";
import { UNIQUE_VIOLATION } from "@contracts/database-code.ts";
import type { Outcome } from "../backend/outcome.ts";
import { ANSWER_REVIEWS } from "../mirror/person/lists/answers-to-review.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { type Command, type CommandResult, confirmed } from "./command-result.ts";

/**
 * Assigns an answer, replies to who asked, or marks it as done. Updates the row of its review, or inserts
 * one if there is none.
 */
export async function reviewAnswer(
  { db, backend, now }: Command<"rows">,
  { id, company_id }: Pick<AnswerToReview, "id" | "company_id">,
  change: ReviewChange,
): Promise<CommandResult> {
  const answers = mirroredList(db.answersToReview);
  const update = () => backend.rows.change(db.personId, ANSWER_REVIEWS, { id, company_id }, change);
  async function send(): Promise<Outcome<ReviewChange | null>> {
    const changed = await update();
    if (changed.kind !== "ok" || changed.value !== null) return changed;
    const added = await backend.rows.add(db.personId, ANSWER_REVIEWS, [
      { id, company_id, ...change },
    ]);
    if (added.kind === "ok") return { kind: "ok", value: added.value[0] ?? null };
    // Another administrator has added it meanwhile.
    return "code" in added && added.code === UNIQUE_VIOLATION ? update() : added;
  }
  return confirmed(await answers.applyOptimistic(id, change, now), send(), (review) =>
    answers.confirm(id, review, now()),
  );
}
