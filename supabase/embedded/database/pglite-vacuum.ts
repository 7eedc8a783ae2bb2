import type { PGlite } from "@electric-sql/pglite";

/**
 * A table is vacuumed again after it has grown by this fraction and by `MORE_PAGES` pages of 8 KiB.
 */
const MOST_GROWTH = 0.2;
const MORE_PAGES = 100;

/**
 * Vacuums and analyses tables as PostgreSQL's autovacuum does, which PGlite does not have: the
 * space of changed and deleted rows can be used again, and the planner learns the number of rows.
 * The database cannot be used meanwhile, so only those tables are vacuumed that have grown, with
 * their indexes, since their last vacuum; PostgreSQL keeps the size they had then.
 */
export async function vacuumWhatGrew(pglite: Pick<PGlite, "query" | "exec">): Promise<void> {
  const grown = await pglite.query<{ name: string }>(
    `with mine as (
       select t.oid, t.reltoastrelid as toast, format('%I.%I', n.nspname, t.relname) as name
       from pg_class t join pg_namespace n on n.oid = t.relnamespace
       where t.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)'),
     parts as (
       select name, oid as part from mine
       union all select name, toast from mine where toast <> 0
       union all select m.name, x.indexrelid from mine m
                 join pg_index x on x.indrelid = m.oid or x.indrelid = m.toast)
     select p.name from parts p join pg_class c on c.oid = p.part
     group by p.name
     having sum(pg_relation_size(c.oid)) / 8192
            > sum(greatest(c.relpages, 0)) * (1 + $1::float8) + $2::integer`,
    [MOST_GROWTH, MORE_PAGES],
  );
  for (const { name } of grown.rows) await pglite.exec(`vacuum (analyze) ${name}`);
}
