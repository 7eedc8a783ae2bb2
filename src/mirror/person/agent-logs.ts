import type { Agent } from "@contracts/agent.ts";
import { latestFirst } from "@contracts/log-time.ts";
import { applyChanges, type Entry, readAllChanges } from "./entry-changes.ts";
import type { PersonDatabase } from "./person-database.ts";

/** Name of the scope that holds the person's own history. */
export const HISTORY_SCOPE = "history";

/** Name of the scope that holds the jobs of the person's own company. */
export const OWN_JOBS_SCOPE = "own jobs";

/** The person's history, of one agent or of all, as it is valid now: what was made last comes first. */
export async function readHistory(db: PersonDatabase, agent: Agent | null): Promise<Entry[]> {
  return db.transaction("r", entryTables(db), async () => {
    // IndexedDB reads backwards row by row, which takes more than twice as long for ten thousand
    // rows.
    const [logs, changes] = await Promise.all([queryLogs(db, agent).toArray(), readAllChanges(db)]);
    return applyChanges(latestFirst(logs.reverse()), changes);
  });
}

/** The entries of a job, as they are valid now: what was made last comes first. */
export async function readEntriesOfJob(db: PersonDatabase, jobId: string): Promise<Entry[]> {
  return db.transaction("r", entryTables(db), async () => {
    const [made, changes] = await Promise.all([
      db.agentLogs.where("job_id").equals(jobId).toArray(),
      readAllChanges(db),
    ]);
    const known = new Set(made.map(({ id }) => id));
    const moved = [...changes].flatMap(([entryId, own]) =>
      !known.has(entryId) && own.some(({ job_id }) => job_id === jobId) ? [entryId] : [],
    );
    const read = moved.length === 0 ? [] : await db.agentLogs.bulkGet(moved);
    const others = read.filter((log) => log !== undefined);
    const entries = applyChanges(latestFirst([...made, ...others]), changes);
    return entries.filter(({ job_id }) => job_id === jobId);
  });
}

/** What the valid entries are read from. */
const entryTables = (db: PersonDatabase) => [db.agentLogs, db.outbox, db.entryChanges];

/** How many of the entries that arrived last are looked at for those that were made last. */
const LOOKED_AT = 60;

/** The person's last entries: what was made last comes first. */
export async function readLastEntries(db: PersonDatabase, count: number): Promise<Entry[]> {
  return db.transaction("r", entryTables(db), async () => {
    const [arrived, changes] = await Promise.all([
      queryLogs(db, null).reverse().limit(LOOKED_AT).toArray(),
      readAllChanges(db),
    ]);
    return applyChanges(latestFirst(arrived).slice(0, count), changes);
  });
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
