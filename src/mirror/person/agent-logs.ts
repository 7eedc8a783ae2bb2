import type { Agent } from "@contracts/agent.ts";
import type { AgentLog } from "@contracts/agent-log.ts";
import type { MirroredAgentLog, PersonDatabase } from "./person-database.ts";

/** Name of the scope that holds the person's own history. */
export const HISTORY_SCOPE = "history";

/**
 * Replaces the mirrored history by what the server answered to a request begun at `askedAt`. Rows
 * that reached the mirror after that (a note that arrived meanwhile) are newer than the answer and
 * stay.
 */
export async function replaceHistory(
  db: PersonDatabase,
  logs: AgentLog[],
  askedAt: number,
  now: number,
): Promise<void> {
  await db.transaction("rw", db.agentLogs, db.scopes, async () => {
    await db.agentLogs.filter((log) => log.mirroredAt < askedAt).delete();
    await db.agentLogs.bulkPut(logs.map((log) => ({ ...log, mirroredAt: now })));
    await db.scopes.put({ name: HISTORY_SCOPE, refreshedAt: now });
  });
}

/** The person's history, newest first, of one agent or of all. */
export async function readHistory(
  db: PersonDatabase,
  agent: Agent | null,
): Promise<MirroredAgentLog[]> {
  const logs =
    agent === null
      ? db.agentLogs.orderBy("created_at")
      : db.agentLogs.where("[agent_type+created_at]").between([agent, ""], [agent, "\uffff"]);
  // Backwards IndexedDB hands out row by row: ten thousand take more than twice as long.
  return (await logs.toArray()).reverse();
}
