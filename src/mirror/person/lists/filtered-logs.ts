import { ANY_CHARACTER, type LogFilter } from "@contracts/log-filter.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { MirroredTable } from "./mirrored-table.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";

/** Number of rows that are kept over all filters, besides those of the last answer. */
const KEPT_ROWS = 1000;
/** Number of filters whose refresh times are kept; every search adds one. */
const KEPT_FILTERS = 50;

interface LogRow {
  id: string;
  created_at: string;
  company_id: string | null;
}

/** Logs of which a page shows the newest that match a filter. */
export interface FilteredLogs<Row extends LogRow, Filter extends LogFilter> {
  /** The name that all filters share, because they share rows. */
  name: string;
  table: (db: PersonDatabase) => MirroredTable<Row>;
  isLetThrough: (row: Row, filter: Filter) => boolean;
}

/** Name of the scope that holds the rows of a filter. */
export function logsScope<Row extends LogRow, Filter extends LogFilter>(
  logs: FilteredLogs<Row, Filter>,
  filter: Filter,
): string {
  const parts = Object.entries(filter)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => encodeURIComponent(String(value ?? "").toLowerCase()));
  return `${logs.name}:${parts.join(":")}`;
}

/**
 * Replaces the rows of a filter by the server's newest rows. Rows from other filters that are older
 * than these rows stay, because the answer says nothing about them.
 * @param limit how many rows were asked for
 */
export function replaceLogs<Row extends LogRow, Filter extends LogFilter>(
  logs: FilteredLogs<Row, Filter>,
  db: PersonDatabase,
  filter: Filter,
  limit: number,
  answer: Answer<Row>,
): Promise<void> {
  const table = logs.table(db);
  const last = answer.rows.at(-1);
  const isWhole = answer.rows.length < limit;
  const isCovered = (row: Row) => isWhole || last === undefined || newestFirst(row, last) <= 0;
  return db.transaction("rw", table, db.scopes, async () => {
    const scope = {
      name: logsScope(logs, filter),
      holds: (row: Row) => logs.isLetThrough(row, filter) && isCovered(row),
      sharedName: logs.name,
    };
    const replaced = await replaceRows(db, table, scope, answer);
    if (replaced === null) return;
    await prune(logs, db, new Set(answer.rows.map(({ id }) => id)));
  });
}

/** The newest rows that match a filter, newest first. */
export async function readLogs<Row extends LogRow, Filter extends LogFilter>(
  logs: FilteredLogs<Row, Filter>,
  db: PersonDatabase,
  filter: Filter,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = await logs.table(db).toArray();
  return rows
    .filter((row) => logs.isLetThrough(row, filter))
    .sort(newestFirst)
    .slice(0, limit);
}

/** Whether a row matches the part of the filter that all logs have. */
export function matchesFilter(
  row: {
    company_id: string | null;
    agent: string;
    /** When it was made (epoch ms). */
    time: number;
    /** What was asked, and what was answered. */
    texts: readonly (string | null)[];
  },
  { company, agent, text, from, before }: LogFilter,
): boolean {
  return (
    (company === null || row.company_id === company) &&
    (agent === null || row.agent === agent) &&
    (from === null || row.time >= Date.parse(from)) &&
    (before === null || row.time < Date.parse(before)) &&
    (text === "" || row.texts.some((each) => containsAlike(each, text)))
  );
}

/** Whether a text contains another one as the server's search finds it. */
function containsAlike(text: string | null, part: string): boolean {
  const pattern = part.replaceAll(/[\\^$.+?|[\]]/g, "\\$&").replaceAll(ANY_CHARACTER, ".");
  return new RegExp(pattern, "is").test(text ?? "");
}

export function containsText(text: string | null, part: string): boolean {
  return (text ?? "").toLowerCase().includes(part.toLowerCase());
}

/** The server's order: newest first, rows with the same time in the order of their ids. */
function newestFirst(a: LogRow, b: LogRow): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** Deletes the oldest rows that the last answer did not contain, and the oldest searches. */
async function prune<Row extends LogRow, Filter extends LogFilter>(
  logs: FilteredLogs<Row, Filter>,
  db: PersonDatabase,
  brought: ReadonlySet<string>,
): Promise<void> {
  const table = logs.table(db);
  if ((await table.count()) > KEPT_ROWS + brought.size) {
    const others = (await table.toArray()).filter(({ id }) => !brought.has(id)).sort(newestFirst);
    await table.bulkDelete(others.slice(KEPT_ROWS).map(({ id }) => id));
  }
  const searches = await db.scopes.where("name").startsWith(`${logs.name}:`).toArray();
  searches.sort((a, b) => b.refreshedAt - a.refreshedAt);
  await db.scopes.bulkDelete(searches.slice(KEPT_FILTERS).map(({ name }) => name));
}
