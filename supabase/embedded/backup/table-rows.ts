// The rows of a database as files, for what PostgreSQL's and PGlite's own means cannot carry: archives of
// format 1, and the way from PGlite to PostgreSQL. Below a directory there are
// - `tables/<schema>.<table>/<number>.jsonl`: rows, one JSON object a line; each value is PostgreSQL's
//   text form of the column, or null
// - `sequences.json`: the last number that each sequence has given, or null
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { createBackendApp } from "../backend-app.ts";
import type { Database, Row, Transaction } from "../database/database.ts";
import { applyMigrations, prepareSchemas } from "../database/migrations.ts";
import { createSeedRecord } from "../database/seed.ts";
import { storageFiles } from "../storage/storage-files.ts";
import type { Manifest } from "./archive.ts";

/** A table whose rows are data. */
interface Table {
  /** `<schema>.<table>` as it is. */
  name: string;
  /** The same, quoted for statements. */
  quoted: string;
  /** Generated columns are computed anew, and left out. */
  columns: { name: string; type: string }[];
}

/** Everything outside of PostgreSQL's own schemas. */
const OURS = "relnamespace::regnamespace::text !~ '^(pg_|information_schema)'";

/** Tables that are no data: the record of migrations, and what earlier versions wrote for servers. */
const NO_DATA = `c.relnamespace::regnamespace::text in ('supabase_migrations', 'embedded_server')
  or c.oid::regclass::text = 'private.restores'`;

/** Makes the texts of dates, numbers and bytes the same in every database. */
const SAME_TEXTS = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local search_path = pg_catalog`;

const { escapeIdentifier: quote } = pg;

/** How many rows are asked for at a time. */
const PAGE = 500;

/** Writes the rows of a database below a directory. */
export async function exportRows(tx: Transaction, directory: string): Promise<void> {
  await tx.script(SAME_TEXTS);
  for (const table of await listTables(tx)) {
    const folder = join(directory, "tables", table.name);
    await mkdir(folder, { recursive: true });
    const values = table.columns.map(({ name }) => `t.${quote(name)}::text as ${quote(name)}`);
    await tx.query(`
      declare table_rows no scroll cursor for
      select row_to_json(r)::text as line
      from (select ${values.join(", ")} from ${table.quoted} t) r`);
    for (let number = 1; ; number += 1) {
      const rows = await tx.query(`fetch forward ${PAGE} from table_rows`);
      if (rows.length === 0) break;
      const file = `${String(number).padStart(6, "0")}.jsonl`;
      await writeFile(join(folder, file), rows.map(({ line }) => `${line}\n`).join(""));
    }
    await tx.query("close table_rows");
  }
  const sequences = await tx.query(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as "lastValue"
    from pg_sequences where schemaname !~ '^(pg_|information_schema)'`);
  await writeFile(join(directory, "sequences.json"), JSON.stringify(sequences));
}

/** Fills the tables of a database with the rows below a directory, in place of those that they have. */
async function importRows(tx: Transaction, directory: string): Promise<void> {
  await tx.script(SAME_TEXTS);
  const tables = await listTables(tx);
  const resumeChecks = await suspendChecks(tx);
  await tx.query(`truncate ${tables.map(({ quoted }) => quoted).join(", ")}`);
  const folders = await readdir(join(directory, "tables"));
  for (const folder of folders) {
    const table = tables.find(({ name }) => name === folder);
    if (!table) throw new Error(`there is no table ${folder}`);
    const files = await readdir(join(directory, "tables", folder));
    for (const file of files.sort()) {
      const text = await readFile(join(directory, "tables", folder, file), "utf8");
      await insertRows(tx, table, text.trimEnd().split("\n"));
    }
  }
  const sequences: Row[] = JSON.parse(await readFile(join(directory, "sequences.json"), "utf8"));
  for (const { name, lastValue } of sequences) {
    await tx.query(
      `select setval(s.name::regclass, coalesce($2::bigint, s.start_value), $2 is not null)
       from (select format('%I.%I', schemaname, sequencename) as name, start_value
             from pg_sequences) s
       where s.name = $1`,
      [name, lastValue],
    );
  }
  await resumeChecks();
}

async function listTables(tx: Transaction): Promise<Table[]> {
  const rows = await tx.query(`
    select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted,
      (select json_agg(json_build_object('name', a.attname,
                                         'type', format_type(a.atttypid, a.atttypmod)))
       from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')
      as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and ${OURS} and not (${NO_DATA})
      and not exists (select from pg_depend d
                      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`);
  return rows as unknown as Table[];
}

async function insertRows(tx: Transaction, table: Table, lines: readonly string[]): Promise<void> {
  // All rows of a table have the same columns.
  const names = new Set(Object.keys(JSON.parse(lines[0] ?? "{}")));
  const columns = table.columns.filter(({ name }) => names.has(name));
  const quoted = columns.map(({ name }) => quote(name));
  const typed = columns.map(({ name, type }) => `r.${quote(name)}::${type}`);
  await tx.query(
    `insert into ${table.quoted} (${quoted.join(", ")}) overriding system value
     select ${typed.join(", ")}
     from json_to_recordset($1::json) r (${quoted.map((name) => `${name} text`).join(", ")})`,
    [`[${lines.join(",")}]`],
  );
}

/**
 * Switches triggers off and drops foreign keys, so that tables can be filled in any order. Answers what
 * brings them back; by that all foreign keys are checked.
 */
async function suspendChecks(tx: Transaction): Promise<() => Promise<void>> {
  const foreignKeys = await tx.query(`
    select format('alter table %s', k.conrelid::regclass) as alter,
           quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and ${OURS}`);
  const triggers = await tx.query(`
    select format('alter table %s', t.tgrelid::regclass) as alter, quote_ident(t.tgname) as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgenabled = 'O' and ${OURS}`);
  const each = async (rows: Row[], change: (row: Row) => string) => {
    for (const row of rows) await tx.query(`${row.alter} ${change(row)}`);
  };
  await each(foreignKeys, ({ name }) => `drop constraint ${name}`);
  await each(triggers, ({ name }) => `disable trigger ${name}`);
  return async () => {
    await each(foreignKeys, ({ name, definition }) => `add constraint ${name} ${definition}`);
    await each(triggers, ({ name }) => `enable trigger ${name}`);
  };
}

/** A stored file of an archive of format 1: `files/<number>.json`, beside its bytes `files/<number>`. */
const labelSchema = z.object({
  bucket: z.string(),
  key: z.string(),
  mimetype: z.string(),
  cacheControl: z.string(),
});

/** Stores the files of an archive of format 1, which was unpacked into this directory, in `storage`. */
export async function storeFiles(directory: string): Promise<void> {
  const files = storageFiles(join(directory, "storage"));
  const folder = join(directory, "files");
  // An archive without files has no folder.
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith(".json")) continue;
    const label = labelSchema.parse(JSON.parse(await readFile(join(folder, name), "utf8")));
    const bytes = await readFile(join(folder, name.replace(/\.json$/, "")));
    const { bucket, key, mimetype, cacheControl } = label;
    await files.uploadObject(bucket, key, undefined, bytes, mimetype, cacheControl);
  }
}

/**
 * Fills an empty database with the rows below a directory: all of them, or none. The migrations of the
 * archive that they are from make their schema.
 * @param migrations absolute path of the directory with this version's migrations
 */
export async function loadRows(
  database: Database,
  directory: string,
  manifest: Manifest,
  migrations: string,
): Promise<void> {
  // Only makes the schema: it answers no request.
  const app = createBackendApp({
    ...{ database, files: storageFiles(directory), siteUrl: "http://localhost" },
    secrets: { jwtSecret: randomUUID(), publishableKey: randomUUID(), secretKey: randomUUID() },
    jwtExpirySeconds: 3600,
  });
  await prepareSchemas(database, app);
  const versions = new Set(manifest.migrations.map(({ version }) => version));
  await applyMigrations(database, migrations, versions);
  await database.transaction(async (tx) => {
    await createSeedRecord(tx);
    await importRows(tx, directory);
  });
}
