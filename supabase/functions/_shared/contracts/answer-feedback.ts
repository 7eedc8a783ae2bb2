import { z } from "zod/mini";
import { questionAgentSchema } from "./question.ts";

/** Longest reason that a person may give, in characters. */
export const REASON_LIMIT = 500;

/**
 * What a person says about an answer, `asked`: they ask the office; null: nothing, or nothing any more.
 */
export const verdictSchema = z.nullable(z.enum(["right", "wrong", "asked"]));
export type Verdict = z.infer<typeof verdictSchema>;

/** What a person says about one answer, as their device keeps and sends it. */
export const ratingSchema = z.object({
  agent: questionAgentSchema,
  /** The answer in the conversation. */
  messageId: z.uuid(),
  /** The item whose question it answers; null when the device does not know it any more. */
  requestId: z.nullable(z.uuid()),
  question: z.string(),
  verdict: verdictSchema,
  reason: z.nullable(z.string()),
  /** Ids of the files that the answer rests on. */
  sources: z.array(z.string()),
  /** A later rating of the same answer has a higher number, whatever the device's clock says. */
  revision: z.number(),
});
export type Rating = z.infer<typeof ratingSchema>;
