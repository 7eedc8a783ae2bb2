import type { Table } from "dexie";
import type { z } from "zod/mini";
import type { PersonDatabase } from "../person-database.ts";
import type { MirroredTable } from "./mirrored-table.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A list of the server that is kept on the device, described once: what is read, how it is stored,
 * and how it is sorted. `pullList` refreshes it, `useServerList` shows it, and `addRow`, `changeRow`
 * and `removeRow` change it.
 *
 * `Part` names a part of the list that is loaded at once: nothing for a list that is loaded whole,
 * the id of a company for a list of each company (null: the rows without a company).
 */
export interface ServerList<Row extends { id: string }, Part extends [] | [string | null]> {
  /** The name of its parts in `scopes`; that of a company's part continues with a colon and its id. */
  name: string;
  /** The table or view that is read, and its columns, separated by commas. */
  source: string;
  columns: string;
  schema: { parse(row: unknown): Row };
  /** Columns in their order of importance; one with a minus is read from its largest value on. */
  order: readonly string[];
  /** A column of days of which only the last so many are read. */
  days?: { column: string; count: number };
  /** The most rows that are read; all of them without it. */
  limit?: number;
  /** The tables of the server whose changes change the list. */
  tables: readonly string[];
  match: (...part: Part) => { company_id: string | null } | Record<string, never>;
  mirror: (db: PersonDatabase) => MirroredTable<Row>;
  /** The order in which it is shown. */
  compare: (a: Row, b: Row) => number;
  /** The further work in the transaction that stores the rows, and the tables that it writes. */
  settle?: {
    tables: (db: PersonDatabase) => readonly Table[];
    run: (db: PersonDatabase, brought: readonly Row[]) => Promise<void>;
  };
}

/** A list that is loaded whole. */
export const WHOLE = () => ({});
/** A list of each company. */
export const OF_COMPANY = (company_id: string | null) => ({ company_id });

/** Rows of a table or view, with exactly the columns of their schema. A view has other `tables`. */
export function rowsLike<Schema extends z.ZodMiniObject>(source: string, schema: Schema) {
  return { source, columns: Object.keys(schema.shape).join(", "), schema, tables: [source] };
}

/** Which rows of the server are a part of a list, and their order. @param now epoch ms */
export function selectPart<Part extends [] | [string | null]>(
  {
    match,
    order,
    days,
    limit,
  }: Pick<ServerList<never, Part>, "match" | "order" | "days" | "limit">,
  now: number,
  ...part: Part
) {
  const since = days && new Date(now - (days.count - 1) * DAY_MS).toISOString().slice(0, 10);
  return {
    match: match(...part),
    order,
    ...(limit && { limit }),
    ...(days && since && { where: [[days.column, "gte", since] as const] }),
  };
}

/** The name in `scopes` of a part of a list. */
export function listScope<Part extends [] | [string | null]>(
  { name }: Pick<ServerList<never, Part>, "name">,
  ...part: Part
): string {
  return part.length === 0 ? name : `${name}:${part[0] ?? "none"}`;
}

/** Replaces the mirrored rows of a part by what the server answered. */
export async function replaceList<Row extends { id: string }, Part extends [] | [string | null]>(
  db: PersonDatabase,
  list: ServerList<Row, Part>,
  answer: Answer<Row>,
  ...part: Part
): Promise<void> {
  const table = list.mirror(db);
  const scope = { name: listScope(list, ...part), holds: rowsOfPart(list, part) };
  const { settle } = list;
  const tables = [table, db.scopes, ...(settle?.tables(db) ?? [])] as Table[];
  await db.transaction("rw", tables, async () => {
    const replaced = await replaceRows(db, table, scope, answer);
    if (replaced !== null) await settle?.run(db, replaced.brought);
  });
}

/** The rows of a part, in the order in which they are shown. */
export async function readList<Row extends { id: string }, Part extends [] | [string | null]>(
  db: PersonDatabase,
  list: ServerList<Row, Part>,
  ...part: Part
): Promise<Row[]> {
  const table = list.mirror(db);
  const [companyId] = part;
  // An index does not contain rows whose value is null.
  const rows =
    typeof companyId === "string"
      ? await table.where("company_id").equals(companyId).toArray()
      : (await table.toArray()).filter(rowsOfPart(list, part));
  return rows.filter(({ leaving }) => !leaving).sort(list.compare);
}

function rowsOfPart<Row extends { id: string }, Part extends [] | [string | null]>(
  list: ServerList<Row, Part>,
  part: Part,
): (row: Row) => boolean {
  const match = Object.entries(list.match(...part));
  return (row) => match.every(([column, value]) => Reflect.get(row, column) === value);
}

/** Newest first; rows of the same time in the order of their ids. */
export function newestFirst(
  a: { id: string; created_at: string },
  b: { id: string; created_at: string },
): number {
  // Not compared by locale, which takes ten times as long for thousands of rows.
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** When a list was last refreshed (epoch ms); null when it never was. */
export const refreshedAt = async (db: PersonDatabase, scope: string) =>
  (await db.scopes.get(scope))?.refreshedAt ?? null;
