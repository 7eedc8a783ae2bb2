import { z } from "zod/mini";
import { verdictSchema } from "./answer-feedback.ts";
import { questionAgentSchema } from "./question.ts";

/** A row of `answers_to_review`: an answer that found nothing, or that its person marked as wrong. */
export const answerToReviewSchema = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
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
  found_nothing: z.number(),
  wrong: z.number(),
});
export type ReviewCount = z.infer<typeof reviewCountSchema>;
