import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { StartRefusal } from "../setup/start-refusal.ts";
import type { Database, Transaction } from "./database.ts";

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
 * Applies the migrations in a directory that were not applied yet, in order, each in one transaction together
 * with its record in `supabase_migrations.schema_migrations` (the table of Supabase's own tools). A database
 * of earlier migrations first gets those of them that it lacks; then the record names the current ones.
 * @param wanted versions, current or earlier: no others are applied, and the record names these
 * @throws StartRefusal if another version of a file was applied, or one that is not there; Error
 *   naming the file that failed.
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
  refuseNewer(applied, [...earlier, ...current]);
  const applyAll = async (migrations: readonly Migration[]) => {
    for (const migration of migrations) {
      if (!wanted || wanted.has(migration.version)) await apply(database, migration);
    }
  };
  await applyAll(earlier);
  if (isEarlier && !wanted) {
    const baseline = current.filter(({ version }) => version <= LAST_OF_BASELINE);
    await database.transaction((tx) => replaceRecords(tx, earlier, baseline));
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

/** Refuses a database that a newer version has changed: this one would not know what it reads. */
function refuseNewer(applied: ReadonlyMap<string, string>, known: readonly Migration[]): void {
  const versions = new Set(known.map(({ version }) => version));
  const newer = [...applied.keys()]
    .filter((version) => !versions.has(version))
    .sort()
    .pop();
  if (newer === undefined) return;
  throw new StartRefusal(
    `The database was made by a newer version of Field Agents (it has the migration ${newer}_${applied.get(newer)}, which this version does not know): update Field Agents, or restore a backup that is older.`,
  );
}

async function apply(database: Database, migration: Migration): Promise<void> {
  try {
    await database.transaction((tx) => applyOnce(tx, migration));
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`migration ${migration.file} failed: ${reason}`, { cause: error });
  }
}

async function applyOnce(tx: Transaction, migration: Migration): Promise<void> {
  const [done] = await tx.query(
    "select array_to_string(statements, '') as sql from supabase_migrations.schema_migrations where version = $1",
    [migration.version],
  );
  if (done !== undefined) return checkSame(migration, done.sql);
  await tx.script(migration.sql);
  await addRecord(tx, migration);
}

async function addRecord(tx: Transaction, { version, name, sql }: Migration): Promise<void> {
  await tx.query(
    "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])",
    [version, name, sql],
  );
}

/** Names migrations as applied in place of others. */
async function replaceRecords(
  tx: Transaction,
  earlier: readonly Migration[],
  baseline: readonly Migration[],
): Promise<void> {
  await tx.query(
    "delete from supabase_migrations.schema_migrations where version = any ($1::text[])",
    [earlier.map(({ version }) => version)],
  );
  for (const migration of baseline) await addRecord(tx, migration);
}

/**
 * Refuses a file that differs from the applied one: a database made by a mix of versions would fail
 * later, in unexpected places.
 */
function checkSame({ file, sql }: Migration, applied: unknown): void {
  if (applied === sql) return;
  throw new StartRefusal(
    `The database was made by another version of Field Agents (${file} is not what was applied): give it a database or data directory of its own.`,
  );
}

/** Reads the migrations in a directory, in their order. */
export async function listMigrations(directory: string): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for await (const { name: file } of Deno.readDir(directory)) {
    const parsed = parseName(file);
    if (parsed) migrations.push({ ...parsed, sql: await Deno.readTextFile(join(directory, file)) });
  }
  return inOrder(migrations);
}

/** Reads the migrations of version 0.1.0 and of the time after it, which databases of then have. */
export async function earlierMigrations(): Promise<Migration[]> {
  const archive = await Deno.readFile(new URL("earlier-migrations.tgz", import.meta.url));
  const migrations: Migration[] = [];
  for (const { header, data } of await unpackTar(gunzipSync(archive))) {
    const parsed = parseName(header.name.replace("migrations/", ""));
    if (parsed) migrations.push({ ...parsed, sql: new TextDecoder().decode(data) });
  }
  return inOrder(migrations);
}

function parseName(file: string): Omit<Migration, "sql"> | undefined {
  const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
  return version && name ? { version, name, file } : undefined;
}

function inOrder(migrations: readonly Migration[]): Migration[] {
  return migrations.toSorted((a, b) => a.version.localeCompare(b.version));
}
