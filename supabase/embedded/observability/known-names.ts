import { type Kysely, sql } from "kysely";

/** The names of the tables and functions that REST offers. */
export async function restNames(database: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
    union
    select routine_name from information_schema.routines where routine_schema = 'public'`.execute(
    database,
  );
  return rows.map(({ name }) => name);
}
