import { type AgentLog, type NewAgentLog, OUTPUT_SUMMARY_LIMIT } from "@contracts/agent-log.ts";
import type { Outcome } from "#backend/outcome.ts";
import type { Attempt } from "./replayer.ts";

/** What a replayer says of the history row; the rest follows from the item. */
type LogContent = Pick<NewAgentLog, "agent_type" | "input_type" | "input_data"> & {
  /** Cut to what the table takes. */
  output: string;
};

/** Writes the history row of an item, under the item's own id. */
export async function writeLog(attempt: Attempt, content: LogContent): Promise<Outcome<AgentLog>> {
  const { item, db, backend, signal } = attempt;
  const { output, ...given } = content;
  const row = {
    ...given,
    id: item.id,
    user_id: db.personId,
    // Half a character at the cut would make the server refuse the row.
    output_summary: output.slice(0, OUTPUT_SUMMARY_LIMIT).replace(/\p{Surrogate}$/u, ""),
    captured_at: new Date(item.capturedAt).toISOString(),
  };
  return backend.tables.addAgentLog(row, signal);
}
