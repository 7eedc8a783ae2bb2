import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { App } from "@supabase/lite";
import { unpackTar } from "modern-tar";
import { INSUFFICIENT_PRIVILEGE } from "#supabase/functions/_shared/contracts/database-code.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { type Database, readSqlState, type Transaction } from "./database.ts";

/** A file `<version>_<name>.sql`. */
export interface Migration {
  version: string;
  name: string;
  file: string;
  /** The file's text. */
  sql: string;
}

/** The last of the files that replace all earlier ones; those after it make both schemas the same. */
const LAST_OF_BASELINE = "20260301000016";

/**
 * Applies the migrations in a directory that were not applied yet, each in one transaction with its record.
 * A database of earlier migrations first gets those of them that it lacks; then the record names the
 * current ones.
 * @param wanted versions, current or earlier: no others are applied, and the record names these
 * @throws StartRefusal if another version of a file was applied, or one that is not there
 */
export async function applyMigrations(
  database: Database,
  directory: string,
  wanted?: ReadonlySet<string>,
): Promise<void> {
  const applied = await database.transaction(readApplied);
  const current = await listMigrations(directory);
  const first = current[0]?.version ?? "";
  const isEarlier = [...(wanted ?? applied.keys())].some((version) => version < first);
  const earlier = isEarlier ? await earlierMigrations() : [];
  const known = new Set([...earlier, ...current].map(({ version }) => version));
  const newer = [...applied.keys()].sort().findLast((version) => !known.has(version));
  // This version would not know what it reads.
  if (newer !== undefined) {
    throw new StartRefusal(
      `The database was made by a newer version of Field Agents (it has the migration ${newer}_${applied.get(newer)}, which this version does not know): update Field Agents, or restore a backup that is older.`,
    );
  }
  const applyAll = async (migrations: readonly Migration[]) => {
    for (const migration of migrations) {
      if (!wanted || wanted.has(migration.version)) await apply(database, migration);
    }
  };
  await applyAll(earlier);
  if (isEarlier && !wanted) {
    const baseline = current.filter(({ version }) => version <= LAST_OF_BASELINE);
    await database.transaction(async (tx) => {
      await tx.query(
        "delete from supabase_migrations.schema_migrations where version = any ($1::text[])",
        [earlier.map(({ version }) => version)],
      );
      for (const migration of baseline) await addRecord(tx, migration);
    });
  }
  await applyAll(current);
}

/** Returns the names of applied migrations by their versions, and creates the record if it is missing. */
async function readApplied(tx: Transaction): Promise<Map<string, string>> {
  await tx.script(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text)`);
  const rows = await tx.query("select version, name from supabase_migrations.schema_migrations");
  return new Map(rows.map(({ version, name }) => [String(version), String(name)]));
}

async function apply(database: Database, migration: Migration): Promise<void> {
  const { version, file, sql } = migration;
  try {
    await database.transaction(async (tx) => {
      const [done] = await tx.query(
        "select array_to_string(statements, '') as sql from supabase_migrations.schema_migrations where version = $1",
        [version],
      );
      if (done === undefined) {
        await tx.script(sql);
        await addRecord(tx, migration);
      } else if (done.sql !== sql) {
        // A database made by a mix of versions would fail later, in unexpected places.
        throw new StartRefusal(
          `The database was made by another version of Field Agents (${file} is not what was applied): give it a database or data directory of its own.`,
        );
      }
    });
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`migration ${file} failed: ${reason}`, { cause: error });
  }
}

async function addRecord(tx: Transaction, { version, name, sql }: Migration): Promise<void> {
  await tx.query(
    "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])",
    [version, name, sql],
  );
}

/** Reads the migrations in a directory, in their order. */
export async function listMigrations(directory: string): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for await (const { name: file } of Deno.readDir(directory)) {
    const parsed = parseName(file);
    if (parsed) migrations.push({ ...parsed, sql: await Deno.readTextFile(join(directory, file)) });
  }
  return migrations.toSorted((a, b) => a.version.localeCompare(b.version));
}

/** Reads the migrations of version 0.1.0 and of the time after it, which databases of then have. */
export async function earlierMigrations(): Promise<Migration[]> {
  const archive = await Deno.readFile(new URL("earlier-migrations.tgz", import.meta.url));
  const migrations: Migration[] = [];
  for (const { header, data } of await unpackTar(gunzipSync(archive))) {
    const parsed = parseName(header.name.replace("migrations/", ""));
    if (parsed) migrations.push({ ...parsed, sql: new TextDecoder().decode(data) });
  }
  return migrations.toSorted((a, b) => a.version.localeCompare(b.version));
}

function parseName(file: string): Omit<Migration, "sql"> | undefined {
  const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
  return version && name ? { version, name, file } : undefined;
}

/**
 * Creates the roles that requests run as. Changes nothing when it is run again.
 * @throws StartRefusal when the database's user may not create them
 */
export async function prepareRoles(database: Database): Promise<void> {
  try {
    await runFile(database, "./roles.sql");
  } catch (error) {
    if (!(error instanceof Error) || readSqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartRefusal(
      `The database user may not create the roles anon, authenticated and service_role (${error.message}): give it SUPERUSER, which PostgreSQL before version 16 needs for this.`,
    );
  }
}

/**
 * Creates what a Supabase project has before its first migration. Changes nothing when it is run again.
 * @throws StartRefusal as `prepareRoles` does
 */
export async function prepareSchemas(database: Database, app: App): Promise<void> {
  await prepareRoles(database);
  await app.ensureSystemSchema();
  await runFile(database, "../auth/auth-tables.sql");
  await runFile(database, "./system-schemas.sql");
}

/** Runs the statements of a file, of the address relative to this one. */
export async function runFile(database: Database, file: string): Promise<void> {
  const sql = await Deno.readTextFile(new URL(file, import.meta.url));
  await database.transaction((tx) => tx.script(sql));
}
