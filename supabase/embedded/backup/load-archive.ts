import { createBackendApp } from "../backend-app.ts";
import type { Transaction } from "../database/database.ts";
import { databaseWithin } from "../database/database-within.ts";
import { applyMigrations } from "../database/migrations.ts";
import { prepareSchemas } from "../database/schemas.ts";
import { createSeedRecord } from "../database/seed.ts";
import { createServerSchema } from "../database/server-schema.ts";
import { parseSecrets } from "../setup/secrets.ts";
import { writeSharedSecrets } from "../setup/shared-secrets.ts";
import { writeRoot } from "../storage/file-store.ts";
import type { StoredFiles } from "../storage/stored-files.ts";
import { FileLabel, type Manifest, Sequences } from "./archive-format.ts";
import { type ArchiveEntry, damaged, readArchive, readJson } from "./archive-reader.ts";
import { tooNew } from "./check-archive.ts";
import { Progress } from "./progress.ts";
import { suspendChecks } from "./suspend-checks.ts";
import { insertRows, listTables, SAME_TEXTS, type Table } from "./tables.ts";

/** An archive that was checked, and what loading it needs. */
interface Load {
  /** The archive's absolute path. */
  path: string;
  manifest: Manifest;
  /** Absolute path of the directory with this version's migrations. */
  migrations: string;
  /** Absolute path of the file for the secrets. */
  secretsFile: string;
  /** Whether the database holds the secrets, too, for several servers. */
  isShared: boolean;
  /** Where the files go: a root of their own. */
  files: StoredFiles;
  root: string;
}

/**
 * Loads an archive into an empty database within a transaction, and its files and secrets where
 * they are wanted; then applies the migrations that are newer than the archive.
 * @throws StartRefusal when the archive holds what this version does not know.
 */
export async function loadArchive(load: Load, tx: Transaction): Promise<void> {
  const { path, files } = load;
  const { size } = await Deno.stat(path);
  const progress = new Progress();
  let read = 0;
  const entries = readArchive(path, (bytes) => {
    read = bytes;
  });
  const tell = (what: () => string) =>
    progress.tell(() => `${Math.floor((100 * read) / size)} %: ${what()}`);

  await nextEntry(load, entries, "manifest.json");
  await createSchema(load, tx, await nextEntry(load, entries, "secrets.json"));
  await tx.script(SAME_TEXTS);
  const tables = new Map((await listTables(tx)).map((table) => [table.name, table]));
  const resumeChecks = await suspendChecks(tx);
  await tx.query(`truncate ${[...tables.values()].map(({ quoted }) => quoted).join(", ")}`);
  for await (const entry of entries) {
    const [kind, name = ""] = entry.name.split("/");
    tell(() => (kind === "tables" ? name : "files"));
    if (kind === "tables") {
      const table = tables.get(name);
      if (!table) throw tooNew(path, `it has the table ${name}`, load.manifest);
      await loadRows(load, tx, table, entry);
    } else if (kind === "files") {
      const { bucket, key, mimetype, cacheControl } = readJson(path, entry, FileLabel);
      const { bytes } = await nextEntry(load, entries, entry.name.replace(/\.json$/, ""));
      await files.uploadObject(bucket, key, undefined, bytes, mimetype, cacheControl);
    } else if (kind === "sequences.json") {
      await setSequences(tx, readJson(path, entry, Sequences));
    }
  }
  await resumeChecks();
  await tx.script("set local search_path to default");
  await applyMigrations(await databaseWithin(tx), load.migrations);
  await tx.query("analyze");
}

/** Writes the secrets, and makes the schema that the archive's rows belong to. */
async function createSchema(
  { path, manifest, migrations, secretsFile, isShared, files, root }: Load,
  tx: Transaction,
  { bytes }: ArchiveEntry,
): Promise<void> {
  const text = new TextDecoder().decode(bytes);
  const secrets = parseSecrets(text);
  if (!secrets) throw damaged(path, "secrets.json cannot be read");
  await Deno.writeTextFile(secretsFile, text, { mode: 0o600 });
  const database = await databaseWithin(tx);
  const app = createBackendApp({
    ...{ database, secrets, files },
    ...{ siteUrl: "http://localhost", jwtExpirySeconds: 3600 },
  });
  await prepareSchemas(database, app);
  const applied = new Set(manifest.migrations.map(({ version }) => version));
  await applyMigrations(database, migrations, applied);
  await createSeedRecord(tx);
  await createServerSchema(tx);
  await writeRoot(tx, root);
  if (isShared) await writeSharedSecrets(tx, secrets);
}

async function nextEntry(
  { path }: Load,
  entries: AsyncGenerator<ArchiveEntry>,
  name: string,
): Promise<ArchiveEntry> {
  const { value } = await entries.next();
  if (value?.name !== name) throw damaged(path, `${name} is missing`);
  return value;
}

/** Rows are inserted in pieces of about this many characters. */
const PIECE = 1024 * 1024;

/** Inserts the rows of one entry. */
async function loadRows(
  { path, manifest }: Load,
  tx: Transaction,
  table: Table,
  { bytes }: ArchiveEntry,
): Promise<void> {
  const lines = new TextDecoder().decode(bytes).trimEnd().split("\n");
  // All rows of a table have the same columns.
  const columns = new Set(Object.keys(JSON.parse(lines[0] ?? "{}")));
  for (const column of columns) {
    if (table.columns.some(({ name }) => name === column)) continue;
    throw tooNew(path, `it has the column ${table.name}.${column}`, manifest);
  }
  let from = 0;
  let length = 0;
  for (const [at, line] of lines.entries()) {
    length += line.length;
    if (length < PIECE && at < lines.length - 1) continue;
    await insertRows(tx, table, columns, lines.slice(from, at + 1));
    from = at + 1;
    length = 0;
  }
}

async function setSequences(tx: Transaction, sequences: Sequences): Promise<void> {
  for (const { name, lastValue } of sequences) {
    await tx.query(
      `select setval(s.name::regclass, coalesce($2::bigint, s.start_value), $2 is not null)
       from (select format('%I.%I', schemaname, sequencename) as name, start_value
             from pg_sequences) s
       where s.name = $1`,
      [name, lastValue],
    );
  }
}
