import { join } from "node:path";
import { StartRefusal } from "../setup/start-refusal.ts";
import type { Database, Transaction } from "./database.ts";

export interface Migration {
  version: string;
  name: string;
  file: string;
}

/**
 * Applies those of the files `<version>_<name>.sql` of a directory that are wanted and were not applied
 * yet, in order, each in one transaction together with its record in `supabase_migrations.schema_migrations` (the table
 * that Supabase's own tools keep).
 * @throws StartRefusal if another version of a file was applied, or one that is not there; Error
 *   naming the file that failed.
 */
export async function applyMigrations(
  database: Database,
  directory: string,
  isWanted: (migration: Migration) => boolean = () => true,
): Promise<void> {
  await database.transaction((tx) =>
    tx.script(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text primary key, statements text[], name text)`),
  );
  const migrations = await listMigrations(directory);
  await database.transaction((tx) => refuseNewer(tx, migrations));
  for (const migration of migrations) {
    if (!isWanted(migration)) continue;
    const sql = await Deno.readTextFile(join(directory, migration.file));
    try {
      await applyOnce(database, migration, sql);
    } catch (error) {
      if (error instanceof StartRefusal) throw error;
      const reason = error instanceof Error ? error.message : error;
      throw new Error(`migration ${migration.file} failed: ${reason}`, { cause: error });
    }
  }
}

/** Refuses a database that a newer version has changed: this one would not know what it reads. */
async function refuseNewer(tx: Transaction, known: readonly Migration[]): Promise<void> {
  const [newer] = await tx.query(
    `select version, name from supabase_migrations.schema_migrations
     where version <> all ($1::text[]) order by version desc limit 1`,
    [known.map(({ version }) => version)],
  );
  if (!newer) return;
  throw new StartRefusal(
    `The database was made by a newer version of Field Agents (it has the migration ${newer.version}_${newer.name}, which this version does not know): update Field Agents, or restore a backup that is older.`,
  );
}

async function applyOnce(database: Database, migration: Migration, sql: string): Promise<void> {
  await database.transaction(async (tx) => {
    const [done] = await tx.query(
      "select array_to_string(statements, '') as sql from supabase_migrations.schema_migrations where version = $1",
      [migration.version],
    );
    if (done !== undefined) return checkSame(migration, done.sql, sql);
    await tx.script(sql);
    await tx.query(
      "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])",
      [migration.version, migration.name, sql],
    );
  });
}

/**
 * Refuses a file that differs from the applied one: a database made by a mix of versions would fail
 * later, in unexpected places.
 */
function checkSame({ file }: Migration, applied: unknown, sql: string): void {
  if (applied === sql) return;
  throw new StartRefusal(
    `The database was made by another version of Field Agents (${file} is not what was applied): give it a database or data directory of its own.`,
  );
}

/** Lists the migrations in a directory in their order. */
export async function listMigrations(directory: string): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for await (const { name: file } of Deno.readDir(directory)) {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    if (version && name) migrations.push({ version, name, file });
  }
  return migrations.sort((a, b) => a.version.localeCompare(b.version));
}
