import type { Agent } from "@contracts/agent.ts";
import { latestFirst } from "@contracts/log-time.ts";
import type { MirroredAgentLog, PersonDatabase } from "./person-database.ts";

/** Name of the scope that holds the person's own history. */
export const HISTORY_SCOPE = "history";

/** The person's history, of one agent or of all: what was made last comes first. */
export async function readHistory(
  db: PersonDatabase,
  agent: Agent | null,
): Promise<MirroredAgentLog[]> {
  const logs =
    agent === null
      ? db.agentLogs.orderBy("created_at")
      : db.agentLogs.where("[agent_type+created_at]").between([agent, ""], [agent, "\uffff"]);
  // IndexedDB reads backwards row by row, which takes more than twice as long for ten thousand
  // rows.
  return latestFirst((await logs.toArray()).reverse());
}
