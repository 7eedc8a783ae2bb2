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
  // IndexedDB reads backwards row by row, which takes more than twice as long for ten thousand
  // rows.
  return latestFirst((await queryLogs(db, agent).toArray()).reverse());
}

/** How many of the entries that arrived last are looked at for those that were made last. */
const LOOKED_AT = 60;

/** The person's last entries: what was made last comes first. */
export async function readLastEntries(
  db: PersonDatabase,
  count: number,
): Promise<MirroredAgentLog[]> {
  const arrived = await queryLogs(db, null).reverse().limit(LOOKED_AT).toArray();
  return latestFirst(arrived).slice(0, count);
}

/** How many entries the person's history has, of one agent or of all. */
export const countHistory = (db: PersonDatabase, agent: Agent | null) =>
  queryLogs(db, agent).count();

/** Whether the person has ever made a voice note, on this device or another. */
export async function hasVoiceNote(db: PersonDatabase): Promise<boolean> {
  if ((await queryLogs(db, "voice").first()) !== undefined) return true;
  const waits = db.recordings.filter(
    ({ state, question }) => state === "sealed" && question === undefined,
  );
  return (await waits.first()) !== undefined;
}

/** Oldest first. */
function queryLogs(db: PersonDatabase, agent: Agent | null) {
  return agent === null
    ? db.agentLogs.orderBy("created_at")
    : db.agentLogs.where("[agent_type+created_at]").between([agent, ""], [agent, "\uffff"]);
}
