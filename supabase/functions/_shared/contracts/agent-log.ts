import { z } from "zod/mini";
import { agentSchema, inputTypeSchema } from "./agent.ts";
import type { LogFilter } from "./log-filter.ts";

/** Longest `output_summary` a writer may send, in characters. */
export const OUTPUT_SUMMARY_LIMIT = 500;

/**
 * A row of `agent_logs`. `captured_at` is when the person made it, by their device's clock, and
 * `created_at` when the server stored it: a note made without signal has days between the two.
 */
export const agentLogSchema = z.object({
  id: z.uuid(),
  user_id: z.nullable(z.uuid()),
  agent_type: agentSchema,
  input_type: inputTypeSchema,
  input_data: z.nullable(z.string()),
  output_summary: z.nullable(z.string()),
  captured_at: z.nullable(z.string()),
  created_at: z.string(),
});
export type AgentLog = z.infer<typeof agentLogSchema>;

/**
 * A row as a device sends it. Its id is the captured item's, so that sending it twice stores it
 * once.
 */
export type NewAgentLog = Omit<AgentLog, "created_at" | "user_id"> & { user_id: string };

/** A row of `agent_logs` as administrators read it: with the company it was written in. */
export const activityLogSchema = z.object({
  ...agentLogSchema.shape,
  company_id: z.nullable(z.uuid()),
});
export type ActivityLog = z.infer<typeof activityLogSchema>;

/** The filter for administrators' rows. Its days are those on which the requests were made. */
export interface ActivityFilter extends LogFilter {
  /** The id of a person; null matches all. */
  person: string | null;
}
