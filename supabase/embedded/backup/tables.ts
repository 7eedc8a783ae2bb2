import type { Transaction } from "../database/database.ts";
import { SERVER_SCHEMA } from "../database/server-schema.ts";

/** A table whose rows a backup holds. */
export interface Table {
  /** `<schema>.<table>` as it is, for names in the archive. */
  name: string;
  /** The same, quoted for statements. */
  quoted: string;
  /** The columns that are written; generated ones are computed anew. */
  columns: { name: string; type: string }[];
  /** The columns of the primary key; empty if there is none. */
  key: { name: string; isText: boolean }[];
}

/**
 * Schemas and tables that are no data: a restore applies the migrations, and by that writes their
 * record. What servers agree on is the archive's `secrets.json`, and where files are kept.
 */
const NO_DATA = `n.nspname ~ '^pg_' or n.nspname in ('information_schema', 'supabase_migrations', '${SERVER_SCHEMA}')
  or (n.nspname = 'private' and c.relname = 'restores')`;

/** Lists the tables with data, in order of their names. */
export async function listTables(tx: Transaction): Promise<Table[]> {
  const rows = await tx.query(`
    select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted,
      (select json_agg(json_build_object('name', a.attname,
                                         'type', format_type(a.atttypid, a.atttypmod))
                       order by a.attnum)
       from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')
      as columns,
      (select coalesce(json_agg(json_build_object('name', a.attname, 'isText', t.typcategory = 'S')
                                order by k.place), '[]')
       from pg_index x
       cross join unnest(x.indkey[:x.indnkeyatts - 1]) with ordinality k (attnum, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
       join pg_type t on t.oid = a.atttypid
       where x.indrelid = c.oid and x.indisprimary)
      as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and not (${NO_DATA})
      and not exists (select from pg_depend d
                      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by n.nspname collate "C", c.relname collate "C"`);
  return rows as unknown as Table[];
}

/** How many bytes of rows are asked for at a time, roughly. */
const PAGE = 1024 * 1024;
const MOST_ROWS = 5000;

/**
 * Reads a table's rows as JSON objects, in an order that is the same in every database: by the
 * primary key, or else by the rows themselves. Yields as many as are in memory at a time.
 */
export async function* readRows(tx: Transaction, table: Table): AsyncGenerator<string[]> {
  const values = table.columns.map(({ name }) => `t.${quote(name)}::text as ${quote(name)}`);
  // The order of texts depends on a database's collation.
  const key = table.key.map(
    ({ name, isText }) => `t.${quote(name)}${isText ? ' collate "C"' : ""}`,
  );
  await tx.query(`
    declare table_rows no scroll cursor for
    select l.line from ${table.quoted} t
    cross join lateral (select row_to_json(r)::text as line
                        from (select ${values.join(", ")}) r) l
    order by ${key.length > 0 ? key.join(", ") : 'l.line collate "C"'}`);
  let count = 100;
  for (;;) {
    const rows = await tx.query(`fetch forward ${count} from table_rows`);
    const lines = rows.map(({ line }) => String(line));
    if (lines.length > 0) yield lines;
    if (lines.length < count) break;
    const bytes = lines.reduce((sum, line) => sum + line.length, 0);
    count = Math.min(MOST_ROWS, Math.max(1, Math.floor((count * PAGE) / bytes)));
  }
  await tx.query("close table_rows");
}

/**
 * Inserts rows that `readRows` has read.
 * @param names the columns that the rows have
 */
export async function insertRows(
  tx: Transaction,
  table: Table,
  names: ReadonlySet<string>,
  lines: readonly string[],
): Promise<void> {
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

/** Makes the texts of dates, numbers and bytes the same in every database. */
export const SAME_TEXTS = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local search_path = pg_catalog`;

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
