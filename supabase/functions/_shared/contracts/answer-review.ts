import { z } from "zod/mini";
import { verdictSchema } from "./answer-feedback.ts";
import { questionAgentSchema } from "./question.ts";

/** Longest reply to a person, in characters. */
export const REPLY_LIMIT = 2_000;

/** A row of `answer_reviews`: what the office did about an answer. */
export const answerReviewSchema = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
  assigned_to: z.nullable(z.uuid()),
  /** Null: it is open. */
  done_at: z.nullable(z.string()),
  reply: z.nullable(z.string()),
  replier: z.nullable(z.string()),
  replied_at: z.nullable(z.string()),
});
/** What an administrator changes; the server notes who replied and when. */
export type ReviewChange = Partial<
  Pick<z.infer<typeof answerReviewSchema>, "assigned_to" | "done_at" | "reply">
>;

/**
 * A row of `answers_to_review`: an answer that found nothing, that its person marked as wrong, or about
 * which they asked the office, with what the office did.
 */
export const answerToReviewSchema = z.object({
  ...answerReviewSchema.shape,
  agent: questionAgentSchema,
  question: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  /** Name or address of who asked; null when the server does not know it any more. */
  person: z.nullable(z.string()),
  verdict: verdictSchema,
  reason: z.nullable(z.string()),
  found_nothing: z.boolean(),
  /** The documents that it rests on; some may be deleted. */
  file_ids: z.array(z.uuid()),
  noted_at: z.string(),
});
export type AnswerToReview = z.infer<typeof answerToReviewSchema>;

/** A row of `answer_review_counts`. A week begins on Monday, in UTC. */
export const reviewCountSchema = z.object({
  company_id: z.uuid(),
  /** `yyyy-MM-dd` */
  week: z.string(),
  /** Null for the counts of the whole week. */
  file_id: z.nullable(z.uuid()),
  is_done: z.boolean(),
  found_nothing: z.number(),
  asked: z.number(),
  wrong: z.number(),
});
export type ReviewCount = z.infer<typeof reviewCountSchema>;

/**
 * A row of `own_answer_feedback`, with the columns that its author's device keeps. A row that an earlier
 * version of the app has mirrored has only the first six.
 */
export const answerFeedbackSchema = z.object({
  message_id: z.uuid(),
  agent: questionAgentSchema,
  item_id: z.uuid(),
  revision: z.number(),
  verdict: verdictSchema,
  reason: z.nullable(z.string()),
  question: z.optional(z.string()),
  /** When the office looked at it; null while it has not. */
  done_at: z.nullish(z.string()),
  reply: z.nullish(z.string()),
  /** The name of who replied. */
  replier: z.nullish(z.string()),
  replied_at: z.nullish(z.string()),
});
export type AnswerFeedback = z.infer<typeof answerFeedbackSchema>;
