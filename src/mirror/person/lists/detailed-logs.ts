import type { DetailedLog, DetailedLogFilter } from "@contracts/detailed-log.ts";
import type { PersonDatabase } from "../person-database.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";

/** How many rows a list shows at first, and how many more each time that more are wanted. */
export const DETAILED_LOGS_LIMIT = 100;

/** Number of rows that are kept over all filters, besides those of the last answer. */
const KEPT_ROWS = 1000;
/** Number of filters whose refresh times are kept; every search adds one. */
const KEPT_FILTERS = 50;

const SCOPE_PREFIX = "detailed-logs:";
/** The name that all filters share, because they share rows. */
const ALL_FILTERS = "detailed-logs";

/** Name of the scope that holds the rows of a filter. */
export function detailedLogsScope(filter: DetailedLogFilter): string {
  const { company, agent, status, email, text, from, before } = filter;
  const parts = [agent, status, email.toLowerCase(), company, from, before, text.toLowerCase()];
  return `${SCOPE_PREFIX}${parts.map((part) => encodeURIComponent(part ?? "")).join(":")}`;
}

/**
 * Replaces the rows of a filter by the server's newest rows. Rows from other filters that are older
 * than these rows stay, because the answer says nothing about them.
 * @param limit how many rows were asked for
 */
export function replaceDetailedLogs(
  db: PersonDatabase,
  filter: DetailedLogFilter,
  limit: number,
  answer: Answer<DetailedLog>,
): Promise<void> {
  const last = answer.rows.at(-1);
  const isWhole = answer.rows.length < limit;
  const isCovered = (row: DetailedLog) =>
    isWhole || last === undefined || newestFirst(row, last) <= 0;
  return db.transaction("rw", db.detailedLogs, db.scopes, async () => {
    const scope = {
      name: detailedLogsScope(filter),
      holds: (row: DetailedLog) => isLetThrough(row, filter) && isCovered(row),
      sharedName: ALL_FILTERS,
    };
    const replaced = await replaceRows(db, db.detailedLogs, scope, answer);
    if (replaced === null) return;
    await prune(db, new Set(answer.rows.map(({ id }) => id)));
  });
}

/** The newest rows that match a filter, newest first. */
export async function readDetailedLogs(
  db: PersonDatabase,
  filter: DetailedLogFilter,
  limit: number,
): Promise<DetailedLog[]> {
  const rows = await db.detailedLogs.toArray();
  return rows
    .filter((row) => isLetThrough(row, filter))
    .sort(newestFirst)
    .slice(0, limit);
}

function isLetThrough(row: DetailedLog, filter: DetailedLogFilter): boolean {
  const { company, agent, status, email, text, from, before } = filter;
  const time = Date.parse(row.created_at);
  return (
    (company === null || row.company_id === company) &&
    (agent === null || row.agent_type === agent) &&
    (status === null || row.status === status) &&
    (from === null || time >= Date.parse(from)) &&
    (before === null || time < Date.parse(before)) &&
    has(row.user_email, email) &&
    has(row.input_text, text)
  );
}

function has(text: string | null, part: string): boolean {
  return (text ?? "").toLowerCase().includes(part.toLowerCase());
}

/** The server's order: newest first, rows with the same time in the order of their ids. */
function newestFirst(a: DetailedLog, b: DetailedLog): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** Deletes the oldest rows that the last answer did not contain, and the oldest searches. */
async function prune(db: PersonDatabase, brought: ReadonlySet<string>): Promise<void> {
  if ((await db.detailedLogs.count()) > KEPT_ROWS + brought.size) {
    const ids = await db.detailedLogs.orderBy("created_at").reverse().primaryKeys();
    await db.detailedLogs.bulkDelete(ids.filter((id) => !brought.has(id)).slice(KEPT_ROWS));
  }
  const searches = await db.scopes.where("name").startsWith(SCOPE_PREFIX).toArray();
  searches.sort((a, b) => b.refreshedAt - a.refreshedAt);
  await db.scopes.bulkDelete(searches.slice(KEPT_FILTERS).map(({ name }) => name));
}
