import { ANY_CHARACTER, type LogFilter } from "@contracts/agent-log.ts";
import type { PersonDatabase, Scope } from "../person-database.ts";
import type { MirroredTable } from "./mirrored-table.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";
import { newestFirst } from "./server-list.ts";

/** Number of rows that are kept over all filters, besides those of the last answer. */
const KEPT_ROWS = 1000;
/** Number of filters whose refresh times are kept; every search adds one. */
const KEPT_FILTERS = 50;

interface LogPlace {
  id: string;
  created_at: string;
}

/** The fields that all logs have. */
export interface LogRow extends LogPlace {
  company_id: string | null;
}

/** Logs of which a page shows the newest that match a filter. */
export interface FilteredLogs<Row extends LogRow, Filter extends LogFilter> {
  /** The name that all filters share, because they share rows. */
  name: string;
  /** How many rows a page shows at first, and how many more each time that more are wanted. */
  limit: number;
  table: (db: PersonDatabase) => MirroredTable<Row>;
  isLetThrough: (row: Row, filter: Filter) => boolean;
  /** The order in which rows are read; without it, the newest come first. */
  arrange?: (rows: Row[]) => Row[];
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
 * than these rows stay, because the answer does not cover them.
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
  const name = logsScope(logs, filter);
  const oldest = answer.rows.at(-1);
  const last = answer.rows.length < limit || oldest === undefined ? null : toPlace(oldest);
  const holds = (row: Row) => logs.isLetThrough(row, filter) && isUpTo(last, row);
  return db.transaction("rw", table, db.scopes, async () => {
    // Further than this answer, if an earlier one brought what follows.
    const earlier = (await db.scopes.get(name))?.reaches;
    const isJoined =
      last !== null &&
      earlier !== undefined &&
      isUpTo(earlier, last) &&
      (await table.get(last.id)) !== undefined;
    const reaches = isJoined ? earlier : last;
    const scope = { name, holds, sharedName: logs.name, reaches };
    const replaced = await replaceRows(db, table, scope, answer);
    if (replaced === null) return;
    await prune(logs, db, name, new Set(answer.rows.map(({ id }) => id)));
  });
}

/**
 * The newest logs that match a filter, as far as they are here without a gap, in their order.
 * @param limit how many are wanted at most
 * @returns `isWhole`: there were no older ones at the server's last answer
 */
export async function readLogs<Row extends LogRow, Filter extends LogFilter>(
  logs: FilteredLogs<Row, Filter>,
  db: PersonDatabase,
  filter: Filter,
  limit: number,
) {
  const reaches = (await db.scopes.get(logsScope(logs, filter)))?.reaches;
  const all: Row[] = await logs.table(db).toArray();
  const rows = all
    .filter((row) => logs.isLetThrough(row, filter) && isUpTo(reaches ?? null, row))
    .sort(newestFirst);
  const isWhole = reaches === undefined ? rows.length < limit : reaches === null;
  const newest = rows.slice(0, limit);
  return { rows: logs.arrange?.(newest) ?? newest, isWhole: isWhole && rows.length <= limit };
}

const toPlace = ({ created_at, id }: LogPlace): LogPlace => ({ created_at, id });

/** Whether a row, or all rows if it is null, are not older than the last one; null for none. */
const isUpTo = (last: LogPlace | null, row: LogPlace | null) =>
  last === null || (row !== null && newestFirst(row, last) <= 0);

/** Whether a row matches the part of the filter that all logs have. */
export function matchesFilter(
  row: {
    company_id: string | null;
    agent: string;
    /** When it was made (epoch ms). */
    time: number;
    /** The question and the answer. */
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

export const containsText = (text: string | null, part: string): boolean =>
  (text ?? "").toLowerCase().includes(part.toLowerCase());

/** Deletes the oldest rows that the last answer did not contain, and the oldest searches. */
async function prune<Row extends LogRow, Filter extends LogFilter>(
  logs: FilteredLogs<Row, Filter>,
  db: PersonDatabase,
  answered: string,
  brought: ReadonlySet<string>,
): Promise<void> {
  const table = logs.table(db);
  const searches = await db.scopes.where("name").startsWith(`${logs.name}:`).toArray();
  if ((await table.count()) > KEPT_ROWS + brought.size) {
    const others = (await table.toArray()).filter(({ id }) => !brought.has(id)).sort(newestFirst);
    const kept = others[KEPT_ROWS - 1];
    await table.bulkDelete(others.slice(KEPT_ROWS).map(({ id }) => id));
    // A filter of which rows went must not call itself known with those that are left.
    const isCut = ({ name, reaches }: Scope) =>
      name !== answered && kept !== undefined && reaches !== undefined && !isUpTo(kept, reaches);
    await db.scopes.bulkDelete(searches.filter(isCut).map(({ name }) => name));
  }
  searches.sort((a, b) => b.refreshedAt - a.refreshedAt);
  await db.scopes.bulkDelete(searches.slice(KEPT_FILTERS).map(({ name }) => name));
}
