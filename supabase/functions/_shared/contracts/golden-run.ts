import { z } from "zod/mini";
import { PROMPT_VALUE_LIMIT } from "./prompt-setting.ts";
import { questionAgentSchema } from "./question.ts";

/** Most golden questions of one request: they are answered well within a minute. */
export const GOLDEN_BATCH = 5;

/** A change that is not made yet. */
const goldenChangeSchema = z.discriminatedUnion("kind", [
  /** The system prompt of the agent; null: the built-in text. */
  z.object({
    kind: z.literal("prompt"),
    prompt: z.nullable(z.string().check(z.minLength(1), z.maxLength(PROMPT_VALUE_LIMIT))),
  }),
  /** A document is deleted: only what the search finds is compared, and no model is called. */
  z.object({ kind: z.literal("without_file"), file_id: z.uuid() }),
]);
export type GoldenChange = z.infer<typeof goldenChangeSchema>;

/** Body of `golden-run`: golden questions to one agent, which are tried before and after a change. */
export const goldenRunRequestSchema = z.object({
  company_id: z.uuid(),
  agent: questionAgentSchema,
  question_ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(GOLDEN_BATCH)),
  change: goldenChangeSchema,
});
export type GoldenRunRequest = z.infer<typeof goldenRunRequestSchema>;

/** Whether the answer was as expected; `unknown`: there was no answer to check. */
const goldenOutcomeSchema = z.enum(["kept", "broken", "unknown"]);
export type GoldenOutcome = z.infer<typeof goldenOutcomeSchema>;

export const goldenRunReplySchema = z.object({
  /** For each question that is there. */
  results: z.array(
    z.object({ id: z.uuid(), before: goldenOutcomeSchema, after: goldenOutcomeSchema }),
  ),
  /** In dollars; null when it is not known. */
  cost: z.nullable(z.number()),
  /** Calls of the AI provider. */
  model_calls: z.number(),
});
export type GoldenRunReply = z.infer<typeof goldenRunReplySchema>;
