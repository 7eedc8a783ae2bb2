import {
  type AnswerFeedback,
  answerFeedbackSchema,
  type Rating,
} from "@contracts/answer-feedback.ts";
import { type AnswerToReview, answerToReviewSchema } from "@contracts/answer-review.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import { z } from "zod/mini";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { asPerson } from "./table-requests.ts";

const OWN_COLUMNS = Object.keys(answerFeedbackSchema.shape).join(", ");
/** Most ratings that a device keeps, the newest ones; Supabase returns no more rows at once. */
const OWN_LIMIT = 1000;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

export type FeedbackTable = ReturnType<typeof openFeedbackTable>;

/** People's ratings of answers. Each method returns an `Outcome` and never throws. */
export function openFeedbackTable(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);
  const parse = (data: unknown) => z.array(answerFeedbackSchema).parse(data);

  return {
    /**
     * Stores a rating, unless the server has a newer one of the same answer.
     * @returns the row on the server
     */
    rate(
      me: string,
      { itemId, ...rating }: Rating & { itemId: string },
      signal: AbortSignal,
    ): Promise<Outcome<AnswerFeedback>> {
      const { messageId, requestId, agent, revision, verdict, question, reason, sources } = rating;
      const sent = { agent, revision, verdict, question, reason, sources };
      const ids = { message_id: messageId, request_id: requestId, item_id: itemId };
      return ask(
        me,
        () => client.rpc("rate_answer", { rating: { ...ids, ...sent } }).abortSignal(signal),
        (data) => answerFeedbackSchema.parse(z.array(z.unknown()).parse(data)[0]),
      );
    },

    /** The newest ratings of the person's own about answers of an agent. */
    own(me: string, agent: QuestionAgent): Promise<Outcome<AnswerFeedback[]>> {
      return ask(
        me,
        () =>
          client
            .from("answer_feedback")
            .select(OWN_COLUMNS)
            .eq("user_id", me)
            .eq("agent", agent)
            .order("updated_at", { ascending: false })
            .limit(OWN_LIMIT),
        parse,
      );
    },

    /**
     * The newest answers of a company that found nothing or were marked as wrong.
     * @param filter the Monday of a week (`yyyy-MM-dd`, UTC), and a document; null: all
     */
    toReview(
      me: string,
      filter: { companyId: string; week: string | null; fileId: string | null },
      limit: number,
    ): Promise<Outcome<AnswerToReview[]>> {
      return ask(
        me,
        () => {
          let request = client
            .from("answers_to_review")
            .select(Object.keys(answerToReviewSchema.shape).join(", "))
            .eq("company_id", filter.companyId);
          if (filter.week !== null) {
            const from = new Date(`${filter.week}T00:00:00Z`).getTime();
            request = request
              .gte("noted_at", new Date(from).toISOString())
              .lt("noted_at", new Date(from + WEEK_MS).toISOString());
          }
          if (filter.fileId !== null) request = request.contains("file_ids", [filter.fileId]);
          return request.order("noted_at", { ascending: false }).order("id").limit(limit);
        },
        (data) => z.array(answerToReviewSchema).parse(data),
      );
    },
  };
}
