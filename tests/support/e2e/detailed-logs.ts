import { randomUUID } from "node:crypto";
import type { AnswerGrounding } from "#supabase/functions/_shared/contracts/answer-grounding.ts";
import { detailedLogRow } from "../rows.ts";
import type { Stack } from "./stack.ts";

/** The columns of a `detailed_agent_logs` row that a test sets. */
type LogRow = Readonly<Record<string, unknown>>;

/** The database chooses the id. Rows that are written together need the same columns. */
const { id: _, ...UNKNOWN } = detailedLogRow();
const NOTHING: LogRow = { ...UNKNOWN, user_email: null, grounding: null, estimated_cost: null };

/** Writes rows of the detailed logs; columns that a row does not set make it a success of now. */
export async function writeDetailedLogs(stack: Stack, rows: readonly LogRow[]): Promise<void> {
  const now = new Date().toISOString();
  const whole = rows.map((row) => ({
    ...NOTHING,
    request_key: randomUUID(),
    created_at: now,
    ...row,
  }));
  await stack.write("POST", "detailed_agent_logs", whole);
}

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

/** A text that is too long for a card to show completely. */
export const LONG_INPUT = `The pump ${"🔥 runs hot. ".repeat(60)}END`;
/** A message that a spreadsheet would run as a formula. */
export const ERROR = '=HYPERLINK("http://evil.example")\nsecond line';
/** What the answer of the first row rests on. */
export const GROUNDING: AnswerGrounding = {
  prompt: { key: "label_agent_system_prompt", version: "0123456789ab" },
  passages: [
    {
      file_id: "6a0f7b4e-3f0e-4f39-8a8e-0d3e4a1c9b10",
      file_name: "pump manual.pdf",
      chunk_no: 3,
      page: 7,
      heading: "4.2 Pressure",
      indexed_at: "2026-01-05T08:00:00Z",
      quote: "Fill the cold system to a pressure of 1.5 bar.",
      cited: true,
    },
    {
      file_id: "6a0f7b4e-3f0e-4f39-8a8e-0d3e4a1c9b11",
      file_name: "safety.md",
      chunk_no: 0,
      page: null,
      heading: null,
      indexed_at: null,
      quote: "Wear gloves.",
      cited: false,
    },
  ],
  check: {
    claims: 3,
    supported: 2,
    asked_again: true,
    problems: ['"Vent it for 9 minutes.": the figure 9 is not in the cited passage.'],
  },
};
/**
 * Replaces the company's detailed logs with one request of each kind, one of another company, and a
 * hundred more.
 */
export async function writeSampleLogs(stack: Stack): Promise<void> {
  const company_id = stack.company.id;
  await stack.write("DELETE", `detailed_agent_logs?company_id=eq.${company_id}`);
  const other = { id: randomUUID(), name: "Elsewhere Ltd" };
  await stack.write("POST", "companies", other);
  await writeDetailedLogs(stack, [
    {
      company_id,
      created_at: minutesAgo(1),
      user_email: "Tech@demo.example",
      device_type: "Mobile",
      ip_address: "192.0.2.7",
      ai_model: "test-model",
      input_token_count: 1200,
      completion_tokens: 34,
      total_tokens: 1234,
      total_request_time_ms: 1850,
      input_text: LONG_INPUT,
      output_text: "Short.",
      knowledge_base_files_used: ["pump manual.pdf", "safety.md"],
      grounding: GROUNDING,
    },
    {
      company_id,
      created_at: minutesAgo(2),
      user_email: stack.technician,
      agent_type: "ask_agent",
      action_type: "query",
      status: "error",
      error_message: ERROR,
    },
    { company_id, created_at: minutesAgo(3), agent_type: "snap_agent", status: "rate_limited" },
    { company_id, created_at: minutesAgo(4), agent_type: "label_agent", status: "failed" },
    { company_id: other.id, created_at: minutesAgo(0), user_email: "tech@else.example" },
    ...Array.from({ length: 100 }, (_, at) => ({
      company_id,
      created_at: minutesAgo(60 + at),
      user_email: `bulk${at}@demo.example`,
      input_text: `Note ${at}`,
    })),
  ]);
}
