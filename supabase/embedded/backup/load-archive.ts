import { createHash } from "node:crypto";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createBackendApp } from "../backend-app.ts";
import type { Transaction } from "../database/database.ts";
import { databaseWithin } from "../database/database-within.ts";
import { applyMigrations, listMigrations } from "../database/migrations.ts";
import { prepareSchemas } from "../database/schemas.ts";
import { createSeedRecord } from "../database/seed.ts";
import { parseSecrets } from "../setup/secrets.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { storageFiles } from "../storage/storage-files.ts";
import { ARCHIVE_FORMAT, Contents, FileLabel, Manifest, Sequences } from "./archive-format.ts";
import { type ArchiveEntry, damaged, readArchive, readJson } from "./archive-reader.ts";
import { Checksum } from "./archive-writer.ts";
import { counted, inWords, Progress } from "./progress.ts";
import { suspendChecks } from "./suspend-checks.ts";
import { insertRows, listTables, SAME_TEXTS, type Table } from "./tables.ts";

/**
 * Reads what an archive says about itself.
 * @param migrations absolute path of the directory with this version's migrations
 * @throws StartRefusal when it is no archive, or this version is too old for it.
 */
export async function readManifest(path: string, migrations: string): Promise<Manifest> {
  for await (const entry of readArchive(path)) {
    if (entry.name !== "manifest.json") break;
    const { format } = readJson(path, entry, Manifest.pick({ product: true, format: true }));
    if (format > ARCHIVE_FORMAT) throw tooNew(path, `its format is ${format}`);
    const manifest = readJson(path, entry, Manifest);
    await checkMigrations(path, manifest, migrations);
    return manifest;
  }
  throw damaged(path, "it does not begin with a manifest");
}

async function checkMigrations(path: string, manifest: Manifest, directory: string): Promise<void> {
  const known = new Map((await listMigrations(directory)).map((it) => [it.version, it]));
  for (const { version, name, sha256 } of manifest.migrations) {
    const migration = known.get(version);
    const label = `${version}_${name}.sql`;
    if (!migration) throw tooNew(path, `it has the migration ${label}`, manifest.version);
    const sql = await Deno.readTextFile(join(directory, migration.file));
    if (createHash("sha256").update(sql).digest("hex") === sha256) continue;
    throw new StartRefusal(
      `The backup ${path} was made by another version of Field Agents (${label} is not the same there): restore it with the version that made it, ${manifest.version}.`,
    );
  }
}

function tooNew(path: string, what: string, version?: string): StartRefusal {
  const from = version ? ` (${version})` : "";
  return new StartRefusal(
    `The backup ${path} was made by a newer version of Field Agents${from} than this one: ${what}. Update Field Agents, then restore it.`,
  );
}

/**
 * Loads an archive into an empty database within a transaction, and its files and secrets into
 * `directory`; then applies the migrations that are newer than the archive.
 * @throws StartRefusal when the archive is damaged: then the transaction must be rolled back.
 */
export async function loadArchive(
  path: string,
  tx: Transaction,
  { directory, migrations }: { directory: string; migrations: string },
): Promise<Contents> {
  const manifest = await readManifest(path, migrations);
  const { size } = await Deno.stat(path);
  const progress = new Progress();
  let read = 0;
  const tellProgress = (what: string) =>
    progress.tell(() => `${Math.floor((100 * read) / size)} %: ${what}`);
  const entries = readArchive(path, (bytes) => {
    read = bytes;
  });
  await nextEntry(path, entries, "manifest.json");

  const secrets = await nextEntry(path, entries, "secrets.json");
  const text = new TextDecoder().decode(secrets.bytes);
  const parsed = parseSecrets(text);
  if (!parsed) throw damaged(path, "secrets.json cannot be read");
  await Deno.writeTextFile(join(directory, "secrets.json"), text, { mode: 0o600 });

  const database = await databaseWithin(tx);
  const storageDir = join(directory, "storage");
  const app = createBackendApp({
    ...{ database, secrets: parsed, storageDir },
    ...{ siteUrl: "http://localhost", jwtExpirySeconds: 3600 },
  });
  const applied = new Set(manifest.migrations.map(({ version }) => version));
  await prepareSchemas(database, app);
  await applyMigrations(database, migrations, ({ version }) => applied.has(version));
  await createSeedRecord(tx);

  await tx.script(SAME_TEXTS);
  const tables = new Map((await listTables(tx)).map((table) => [table.name, table]));
  const quoted = [...tables.values()].map((table) => table.quoted);
  const resumeChecks = await suspendChecks(tx);
  await tx.query(`truncate ${quoted.join(", ")}`);
  const found: Contents = {
    tables: {},
    files: { count: 0, bytes: 0, sha256: "" },
    secrets: new Checksum().add(secrets.bytes).digits,
    sequences: "",
  };
  const checksums = new Map<string, Checksum>();
  const files = new Checksum();
  const stored = storageFiles(storageDir);
  let contents: Contents | undefined;
  for await (const entry of entries) {
    const [kind, name = ""] = entry.name.split("/");
    if (contents) throw damaged(path, "it goes on after its end");
    if (kind === "tables") {
      const table = tables.get(name);
      if (!table) throw tooNew(path, `it has the table ${name}`, manifest.version);
      const { rows: before = 0 } = found.tables[name] ?? {};
      const rows = before + (await load(path, tx, table, entry, manifest.version));
      const checksum = checksums.get(name) ?? new Checksum();
      checksums.set(name, checksum.add(entry.bytes));
      found.tables[name] = { rows, sha256: checksum.digits };
      tellProgress(`${name}: ${counted(rows, "row")}`);
    } else if (kind === "files") {
      const label = readJson(path, entry, FileLabel);
      const { bytes } = await nextEntry(path, entries, entry.name.replace(/\.json$/, ""));
      files.add(entry.bytes).add(bytes);
      found.files.count += 1;
      found.files.bytes += bytes.length;
      const { bucket, key, mimetype, cacheControl } = label;
      await stored.uploadObject(bucket, key, undefined, bytes, mimetype, cacheControl);
      tellProgress(`${counted(found.files.count, "file")}, ${inWords(found.files.bytes)}`);
    } else if (entry.name === "sequences.json") {
      found.sequences = new Checksum().add(entry.bytes).digits;
      await setSequences(tx, readJson(path, entry, Sequences));
    } else if (entry.name === "contents.json") {
      contents = readJson(path, entry, Contents);
    } else {
      throw damaged(path, `nothing is known of ${entry.name}`);
    }
  }
  found.files.sha256 = files.digits;
  if (!contents) throw damaged(path, "its end is missing");
  for (const [name, { rows }] of Object.entries(contents.tables)) {
    if (rows === 0) found.tables[name] ??= { rows: 0, sha256: new Checksum().digits };
  }
  if (!isDeepStrictEqual(found, contents)) throw damaged(path, "its checksums are not right");
  await resumeChecks();
  await tx.script("set local search_path to default");
  await applyMigrations(database, migrations);
  await tx.query("analyze");
  return contents;
}

async function nextEntry(
  path: string,
  entries: AsyncGenerator<ArchiveEntry>,
  name: string,
): Promise<ArchiveEntry> {
  const { value } = await entries.next();
  if (value?.name !== name) throw damaged(path, `${name} is missing`);
  return value;
}

/** Rows are inserted in pieces of about this many characters. */
const PIECE = 1024 * 1024;

/** Inserts the rows of one entry. Answers how many there are. */
async function load(
  path: string,
  tx: Transaction,
  table: Table,
  { name, bytes }: ArchiveEntry,
  version: string,
): Promise<number> {
  const lines = new TextDecoder().decode(bytes).split("\n");
  if (lines.pop() !== "") throw damaged(path, `${name} has half a row`);
  const columns = columnsOf(lines[0]);
  if (!columns) throw damaged(path, `${name} cannot be read`);
  for (const column of columns) {
    if (table.columns.some((it) => it.name === column)) continue;
    throw tooNew(path, `it has the column ${table.name}.${column}`, version);
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
  return lines.length;
}

function columnsOf(line: string | undefined): Set<string> | undefined {
  try {
    return new Set(Object.keys(JSON.parse(line ?? "")));
  } catch {
    return undefined;
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
