import { type AgentLog, type NewAgentLog, OUTPUT_SUMMARY_LIMIT } from "@contracts/agent-log.ts";
import type { Outcome } from "#backend/outcome.ts";
import type { Attempt } from "./replayer.ts";

/** The part of the history row that the replayer provides; the rest is taken from the item. */
type LogContent = Pick<NewAgentLog, "agent_type" | "input_type" | "input_data"> & {
  /** Truncated to the length that the table accepts. */
  output: string;
};

/** Writes the history row of an item, with the item's own id. */
export async function writeLog(attempt: Attempt, content: LogContent): Promise<Outcome<AgentLog>> {
  const { item, db, backend, signal } = attempt;
  const { output, ...given } = content;
  const row = {
    ...given,
    id: item.id,
    user_id: db.personId,
    // Half a character (a lone surrogate) at the end would make the server refuse the row.
    output_summary: output.slice(0, OUTPUT_SUMMARY_LIMIT).replace(/\p{Surrogate}$/u, ""),
    captured_at: new Date(item.capturedAt).toISOString(),
  };
  return backend.tables.addAgentLog(row, signal);
}
