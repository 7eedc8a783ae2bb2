import type { Database, Transaction } from "../database/database.ts";
import { openPostgresDatabase } from "../database/postgres-database.ts";
import type { DataPaths } from "../setup/data-directory.ts";
import { isPrepared, settleReplacement } from "./replacement.ts";

/** Records in a PostgreSQL database, in the transaction of a restore, that it was restored. */
export async function recordRestore(tx: Transaction, id: string): Promise<void> {
  await tx.script(`
    create table private.restores (
      id uuid primary key, restored_at timestamptz not null default now())`);
  await tx.query("insert into private.restores (id) values ($1)", [id]);
}

/** Tells of a restore whether it was committed to this database. */
export function isRestored(database: Database): (id: string) => Promise<boolean> {
  return (id) =>
    database.transaction(async (tx) => {
      const [table] = await tx.query("select to_regclass('private.restores') is not null as found");
      if (table?.found !== true) return false;
      return (await tx.query("select from private.restores where id = $1", [id])).length > 0;
    });
}

/**
 * Ends a restore into PostgreSQL that was interrupted around its commit: files and secrets follow
 * the database. Does nothing when there was none.
 */
export async function settleRestore(
  data: DataPaths,
  databaseUrl: string | undefined,
): Promise<void> {
  if (!databaseUrl || !isPrepared(data.path)) return;
  const database = await openPostgresDatabase(databaseUrl);
  try {
    await settleReplacement(data.path, isRestored(database));
  } finally {
    await database.close();
  }
}
