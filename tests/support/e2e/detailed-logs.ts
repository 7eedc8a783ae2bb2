import { randomUUID } from "node:crypto";
import { rest } from "../backend.ts";
import type { Stack } from "./stack.ts";

/** The columns of a `detailed_agent_logs` row that a test sets. */
export type LogRow = Readonly<Record<string, unknown>>;

const NOTHING: LogRow = {
  grounding: null,
  agent_type: "voice_agent",
  action_type: "transcribe",
  status: "success",
  company_id: null,
  user_email: null,
  device_type: null,
  ip_address: null,
  ai_model: null,
  input_token_count: null,
  completion_tokens: null,
  total_tokens: null,
  estimated_cost: null,
  total_request_time_ms: null,
  input_text: null,
  output_text: null,
  error_message: null,
  knowledge_base_files_used: [],
};

/**
 * Writes rows of the detailed logs, bypassing all policies; columns that a row does not set make it
 * a success of now.
 */
export async function writeDetailedLogs(stack: Stack, rows: readonly LogRow[]): Promise<void> {
  const now = new Date().toISOString();
  const whole = rows.map((row) => ({
    ...NOTHING,
    request_key: randomUUID(),
    created_at: now,
    ...row,
  }));
  const reply = await rest(stack.backend, "service", "POST", "detailed_agent_logs", whole);
  if (reply.status !== 201) throw new Error(`Not written: ${JSON.stringify(reply.body)}`);
}

/** The ISO time that many minutes ago. */
export function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}
