import { type Kysely, sql } from "kysely";
import { z } from "zod/mini";
import type { Database } from "../database/database.ts";

/** The channel of the database's notifications. */
export const ROW_CHANGES = "row_changes";

const changeSchema = z.object({
  table: z.string(),
  type: z.enum(["INSERT", "UPDATE", "DELETE"]),
  /** When the transaction began. */
  at: z.string(),
  /** The rows' keys, and of deleted rows the short values. */
  rows: z.array(z.record(z.string(), z.unknown())),
});

/** Rows that one statement changed. */
export type RowChange = z.infer<typeof changeSchema>;

/** The claims of a person's access token. */
export type Claims = Readonly<Record<string, unknown>>;

/** A changed row, as one of the viewers may see it. */
export interface SeenRow {
  /** The place of the viewer in the list, counted from 0. */
  viewer: number;
  /** The columns that the viewer may read; of a deleted row its key alone. */
  content: Record<string, unknown>;
}

/**
 * Lets the tables of Realtime's publication report their changes; the migrations have been applied.
 * Changes nothing when it is run again.
 */
export async function reportChanges(database: Database): Promise<void> {
  const statements = await Deno.readTextFile(new URL("./row-changes.sql", import.meta.url));
  await database.transaction((tx) => tx.script(statements));
}

/** Reads a notification. @throws for one that no trigger of ours has sent */
export function readChange(notification: string): RowChange {
  return changeSchema.parse(JSON.parse(notification));
}

/** Asks the policies what each of these people may see of changed rows. */
export async function rowsSeenBy(
  database: Kysely<unknown>,
  viewers: readonly Claims[],
  { table, type, rows }: RowChange,
): Promise<SeenRow[]> {
  const seen = await sql<SeenRow>`
    select viewer, content from embedded_realtime.seen_by(
      ${JSON.stringify(viewers)}::jsonb, ${table}, ${type === "DELETE"}, ${JSON.stringify(rows)}::jsonb)
  `.execute(database);
  return seen.rows;
}
