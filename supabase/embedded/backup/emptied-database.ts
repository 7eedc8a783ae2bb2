import type { Transaction } from "../database/database.ts";
import { SERVER_SCHEMA } from "../database/server-schema.ts";

/** The schemas that this product creates. Public is the database owner's, and stays. */
const OWN_SCHEMAS = ["auth", "private", "storage", "supabase_migrations", SERVER_SCHEMA];

/** How many other sessions have this database open. */
export async function otherSessions(tx: Transaction): Promise<number> {
  const [row] = await tx.query(`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename is not null
      -- Null for sessions of users about whom this one may not know more.
      and coalesce(backend_type, 'client backend') = 'client backend'`);
  return Number(row?.others);
}

/** Whether the database holds tables or the like that a restore would replace. */
export async function isFilled(tx: Transaction): Promise<boolean> {
  const rows = await tx.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and not ${fromExtension("c")} or n.nspname = any ($1)
     limit 1`,
    [OWN_SCHEMAS],
  );
  return rows.length > 0;
}

/** Drops everything that this product keeps in a database, and all that is in `public`. */
export async function dropEverything(tx: Transaction): Promise<void> {
  await tx.query(`drop schema if exists ${OWN_SCHEMAS.join(", ")} cascade`);
  for (const statement of IN_PUBLIC) {
    // Asked for one kind after the other: what is dropped takes others along.
    for (const { drop } of await tx.query(statement)) await tx.query(`${drop} cascade`);
  }
}

const fromExtension = (alias: string) =>
  `exists (select from pg_depend d where d.objid = ${alias}.oid and d.deptype = 'e')`;

/** Statements that answer how to drop what is in `public`: relations, then functions, then types. */
const IN_PUBLIC = [
  `select format('drop %s if exists public.%I', kind, c.relname) as drop
   from pg_class c
   join (values ('v', 'view'), ('m', 'materialized view'), ('r', 'table'), ('p', 'table'),
                ('f', 'foreign table'), ('S', 'sequence')) k (relkind, kind)
     on k.relkind::"char" = c.relkind
   where c.relnamespace = 'public'::regnamespace and not ${fromExtension("c")}`,
  `select format('drop routine if exists %s', c.oid::regprocedure) as drop
   from pg_proc c where c.pronamespace = 'public'::regnamespace and not ${fromExtension("c")}`,
  `select format('drop type if exists public.%I', c.typname) as drop
   from pg_type c
   where c.typnamespace = 'public'::regnamespace and c.typtype in ('e', 'd', 'r', 'c')
     and not ${fromExtension("c")}
     and not exists (select from pg_class r where r.oid = c.typrelid and r.relkind <> 'c')`,
];
