import { z } from "zod/mini";
import { loggedAgentSchema } from "./agent.ts";
import type { LogFilter } from "./agent-log.ts";
import { answerGroundingSchema } from "./answer-grounding.ts";

/** A row of `detailed_agent_logs`, as administrators read it. Unknown figures are null. */
export const detailedLogSchema = z.object({
  id: z.uuid(),
  created_at: z.string(),
  company_id: z.nullable(z.uuid()),
  user_email: z.nullable(z.string()),
  agent_type: loggedAgentSchema,
  action_type: z.string(),
  /** A `LogStatus`, or one that only a newer server knows. */
  status: z.string(),
  device_type: z.nullable(z.string()),
  ip_address: z.nullable(z.string()),
  ai_model: z.nullable(z.string()),
  input_token_count: z.nullable(z.number()),
  completion_tokens: z.nullable(z.number()),
  total_tokens: z.nullable(z.number()),
  total_request_time_ms: z.nullable(z.number()),
  input_text: z.nullable(z.string()),
  output_text: z.nullable(z.string()),
  error_message: z.nullable(z.string()),
  knowledge_base_files_used: z.array(z.string()),
  /** Null for requests without an answer of a model; rows of an earlier version lack it. */
  grounding: z.optional(z.nullable(answerGroundingSchema)),
});
export type DetailedLog = z.infer<typeof detailedLogSchema>;

/**
 * Outcome of a request in `detailed_agent_logs`. `success`: answered; `error`: our side failed or
 * refused; `rate_limited`: refused because of too many requests; `failed`: the AI provider failed,
 * refused, or is not set up.
 */
export type LogStatus = "success" | "error" | "rate_limited" | "failed";

/** The filter for rows; null and "" match all. */
export interface DetailedLogFilter extends LogFilter {
  status: LogStatus | null;
  /** A part of the person's address, in any case. */
  email: string;
}
