import type { PGlite } from "@electric-sql/pglite";

/** A table may grow by this part, and so many pages of 8 kB, before it is looked after again. */
const MOST_GROWTH = 0.2;
const MORE_PAGES = 100;

/**
 * Looks after tables as PostgreSQL's autovacuum does, which is not there inside PGlite: what is left of
 * rows that were changed or deleted becomes room for others, and the planner learns how many there
 * are. Nobody can use the database meanwhile, so it is done only to tables that have grown, with
 * their indexes, since it was done last; PostgreSQL keeps how large they were then.
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
