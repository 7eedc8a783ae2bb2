import { z } from "zod/mini";
import { agentSchema, inputTypeSchema, type LoggedAgent } from "./agent.ts";

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
  /** The job that was chosen when it was made; missing in rows that earlier versions of the app keep. */
  job_id: z.optional(z.nullable(z.uuid())),
  captured_at: z.nullable(z.string()),
  created_at: z.string(),
});
export type AgentLog = z.infer<typeof agentLogSchema>;

/** A row as a device sends it. Its id is the captured item's, so that sending it twice stores it once. */
export type NewAgentLog = Omit<AgentLog, "created_at" | "user_id"> & { user_id: string };

/** A row of `entries` as administrators read it: with the company, and the valid texts and job. */
export const activityLogSchema = z.object({
  ...agentLogSchema.shape,
  company_id: z.nullable(z.uuid()),
  /** When its person changed its texts; missing in rows that earlier versions of the app keep. */
  edited_at: z.optional(z.nullable(z.string())),
});
export type ActivityLog = z.infer<typeof activityLogSchema>;

/** The filter for administrators' rows. Its days are those on which the requests were made. */
export interface ActivityFilter extends LogFilter {
  /** The id of a person; null matches all. */
  person: string | null;
}

/** The filter that all logs have; null and "" match all. */
export interface LogFilter {
  company: string | null;
  agent: LoggedAgent | null;
  /** A part of what was asked or of what was answered, in any case. */
  text: string;
  /** From this moment on (ISO 8601). */
  from: string | null;
  /** Before this moment (ISO 8601). */
  before: string | null;
}

/**
 * The characters that a condition over several columns is made of. Servers differ in how a text that
 * contains one has to be written, so in a search each of them stands for any character.
 */
export const ANY_CHARACTER = /[,(){}"*]/g;
