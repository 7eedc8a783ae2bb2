import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import type { Transaction } from "../database/database.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { FileMissing, type StoredFiles } from "../storage/stored-files.ts";
import {
  ARCHIVE_FORMAT,
  type Contents,
  type FileLabel,
  type Manifest,
  type Sequences,
} from "./archive-format.ts";
import { type ArchiveWriter, Checksum, writeArchive } from "./archive-writer.ts";
import { type BackupSettings, type BackupSource, openSource } from "./backup-source.ts";
import { counted, inWords, Progress } from "./progress.ts";
import { listTables, readRows, SAME_TEXTS } from "./tables.ts";

/** How much of a table goes into one entry, in characters. */
const ENTRY = 2 * 1024 * 1024;
/** How often a backup begins again because a file was replaced or deleted meanwhile. */
const MOST_ATTEMPTS = 5;
/** How long a request that deletes or replaces a file may be between the file and its row, in ms. */
const PAUSE = 300;

export interface BackupResult {
  /** Size of the archive, in bytes. */
  size: number;
  contents: Contents;
  /** Stored objects whose file was lost before the backup, as `bucket/key`. */
  missing: string[];
}

/**
 * Writes an archive of everything that the backend with these settings keeps: the database and the
 * stored files as they are at one moment, and the secrets. The backend may run meanwhile.
 * @param version the product's
 * @throws StartRefusal when `path` exists, or there is nothing to back up.
 */
export async function makeBackup(
  settings: BackupSettings,
  path: string,
  version: string,
): Promise<BackupResult> {
  if (existsSync(path)) {
    throw new StartRefusal(`${path} exists already: name another file for the backup.`);
  }
  for (let attempt = 1; ; attempt += 1) {
    await using source = await openSource(settings);
    const result = await source.database.transaction(async (tx) => {
      await beginSnapshot(tx);
      const files = await findFiles(tx, await source.keepFiles(tx));
      // Between a file and its row, a request has done one of two steps: the next moment has both.
      const isLast = attempt === MOST_ATTEMPTS;
      if (files.unlike.length > 0 && !isLast) return undefined;
      await using archive = await writeArchive(path).catch((error) => {
        throw new StartRefusal(`The backup ${path} cannot be written: ${error.message}.`);
      });
      const contents = await fill(archive, tx, { source, files, version });
      // A shared store's files can be replaced or deleted after they were found.
      if (files.changed.length > 0 && !isLast) return undefined;
      return { size: await archive.finish(), contents, missing: files.missing };
    });
    if (result) return result;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** From here on, the transaction sees the database as it is now. */
async function beginSnapshot(tx: Transaction): Promise<void> {
  await tx.script("set transaction isolation level repeatable read, read only");
  await tx.script(SAME_TEXTS);
  const [found] = await tx.query(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as is_ours",
  );
  if (found?.is_ours !== true) {
    throw new StartRefusal("The database is empty: there is nothing to back up.");
  }
  // Its tables must not be altered by a newer version that starts meanwhile.
  const tables = await listTables(tx);
  await tx.query(
    `lock table ${tables.map(({ quoted }) => quoted).join(", ")} in access share mode`,
  );
}

interface FoundFiles {
  stored: StoredFiles;
  objects: (Omit<FileLabel, "size"> & { eTag: string })[];
  /** Objects whose file is lost, or another one than the database says, as `bucket/key`. */
  unlike: string[];
  missing: string[];
  /** Those that were no longer what was found when they were read, as `bucket/key`. */
  changed: string[];
}

/** Compares the stored files with the objects that the database knows. */
async function findFiles(tx: Transaction, stored: StoredFiles): Promise<FoundFiles> {
  const rows = await tx.query(`
    select bucket_id as bucket, name as key, metadata ->> 'eTag' as etag from storage.objects
    order by bucket_id collate "C", name collate "C"`);
  const found: FoundFiles = { stored, objects: [], unlike: [], missing: [], changed: [] };
  for (const row of rows) {
    const [bucket, key] = [String(row.bucket), String(row.key)];
    const head = await unlessMissing(stored.headObject(bucket, key, undefined));
    if (!head) found.missing.push(`${bucket}/${key}`);
    if (head?.eTag !== row.etag) found.unlike.push(`${bucket}/${key}`);
    if (!head) continue;
    const { mimetype, cacheControl, eTag } = head;
    found.objects.push({ bucket, key, mimetype, cacheControl, eTag });
  }
  return found;
}

/** Undefined for a file that is not there. A store that cannot be asked breaks the backup off. */
async function unlessMissing<T>(file: Promise<T>): Promise<T | undefined> {
  try {
    return await file;
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}

async function fill(
  archive: ArchiveWriter,
  tx: Transaction,
  { source, files, version }: { source: BackupSource; files: FoundFiles; version: string },
): Promise<Contents> {
  const progress = new Progress();
  await archive.add("manifest.json", json(await describe(tx, source.kind, version)));
  const secrets = encode(source.secrets);
  await archive.add("secrets.json", secrets);
  const tables = await addTables(archive, tx, progress);
  const sequences = json(await readSequences(tx));
  await archive.add("sequences.json", sequences);
  const contents: Contents = {
    tables,
    files: await addFiles(archive, files, progress),
    secrets: new Checksum().add(secrets).digits,
    sequences: new Checksum().add(sequences).digits,
  };
  await archive.add("contents.json", json(contents));
  return contents;
}

async function describe(
  tx: Transaction,
  kind: BackupSource["kind"],
  version: string,
): Promise<Manifest> {
  const [server] = await tx.query(
    "select current_setting('server_version_num')::integer / 10000 as major",
  );
  const migrations = await tx.query(`
    select version, coalesce(name, '') as name, array_to_string(statements, '') as sql
    from supabase_migrations.schema_migrations order by version collate "C"`);
  return {
    product: "Field Agents",
    format: ARCHIVE_FORMAT,
    version,
    createdAt: new Date().toISOString(),
    database: { kind, major: Number(server?.major) },
    migrations: migrations.map((row) => ({
      version: String(row.version),
      name: String(row.name),
      sha256: createHash("sha256").update(String(row.sql)).digest("hex"),
    })),
  };
}

async function addTables(
  archive: ArchiveWriter,
  tx: Transaction,
  progress: Progress,
): Promise<Contents["tables"]> {
  const contents: Contents["tables"] = {};
  for (const table of await listTables(tx)) {
    const checksum = new Checksum();
    let rows = 0;
    let entry = 0;
    let waiting = "";
    const addEntry = async () => {
      entry += 1;
      const bytes = encode(waiting);
      waiting = "";
      checksum.add(bytes);
      await archive.add(`tables/${table.name}/${numbered(entry)}.jsonl`, bytes);
    };
    for await (const lines of readRows(tx, table)) {
      for (const line of lines) waiting += `${line}\n`;
      rows += lines.length;
      if (waiting.length >= ENTRY) await addEntry();
      progress.tell(() => `${table.name}: ${counted(rows, "row")}`);
    }
    if (waiting !== "") await addEntry();
    contents[table.name] = { rows, sha256: checksum.digits };
  }
  return contents;
}

async function readSequences(tx: Transaction): Promise<Sequences> {
  const rows = await tx.query(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences
    where schemaname !~ '^pg_' and schemaname not in ('information_schema', 'supabase_migrations')
    order by schemaname collate "C", sequencename collate "C"`);
  return rows.map(({ name, last }) => ({
    name: String(name),
    lastValue: last === null ? null : String(last),
  }));
}

async function addFiles(
  archive: ArchiveWriter,
  { stored, objects, missing, changed }: FoundFiles,
  progress: Progress,
): Promise<Contents["files"]> {
  const checksum = new Checksum();
  const contents = { count: 0, bytes: 0, sha256: "" };
  for (const { bucket, key, mimetype, cacheControl, eTag } of objects) {
    const file = await unlessMissing(stored.getObject(bucket, key, undefined));
    if (file?.metadata.eTag !== eTag) changed.push(`${bucket}/${key}`);
    if (!file) {
      missing.push(`${bucket}/${key}`);
      continue;
    }
    const { body } = file;
    const bytes = await new Response(body as BodyInit).bytes();
    const label = json({ bucket, key, mimetype, cacheControl, size: bytes.length });
    contents.count += 1;
    contents.bytes += bytes.length;
    checksum.add(label).add(bytes);
    await archive.add(`files/${numbered(contents.count)}.json`, label);
    await archive.add(`files/${numbered(contents.count)}`, bytes);
    progress.tell(
      () => `files: ${contents.count} of ${objects.length}, ${inWords(contents.bytes)}`,
    );
  }
  return { ...contents, sha256: checksum.digits };
}

function numbered(count: number): string {
  return String(count).padStart(6, "0");
}

function json(value: Manifest | Contents | Sequences | FileLabel): Uint8Array<ArrayBuffer> {
  return encode(`${JSON.stringify(value, null, 2)}\n`);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
