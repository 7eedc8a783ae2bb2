import type { PGlite } from "@electric-sql/pglite";

/**
 * Rows that are stored although the schema forbids them: they break a check, a reference or a role.
 */
export async function forbiddenRows(database: PGlite): Promise<string[]> {
  const ask = async (statement: string) =>
    (await database.query<Record<string, unknown>>(statement)).rows;
  const found: string[] = [];
  const note = async (what: string, condition: string) => {
    const [row] = await ask(`select count(*)::integer as n from ${condition}`);
    if (Number(row?.n) > 0) found.push(`${what}: ${row?.n} rows`);
  };

  const checks = await ask(`
    select conname, conrelid::regclass::text as "table", pg_get_expr(conbin, conrelid) as condition
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`);
  for (const { conname, table, condition } of checks) {
    await note(String(conname), `${table} where not (${condition})`);
  }

  const references = await ask(`
    select c.conname, c.conrelid::regclass::text as "table", c.confrelid::regclass::text as target,
           a.attname as "column", b.attname as target_column
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`);
  for (const { conname, table, target, column, target_column } of references) {
    await note(
      String(conname),
      `${table} t where t.${column} is not null
       and not exists (select from ${target} r where r.${target_column} = t.${column})`,
    );
  }

  await note(
    "a role that nobody may give",
    `public.user_roles r join public.profiles p on p.id = r.user_id
     where r.role = 'super_admin' and p.email <> 'super@demo.example'`,
  );
  await note(
    "an account without its profile",
    "auth.users u where not exists (select from public.profiles p where p.id = u.id)",
  );
  await note(
    "an agent's row of another company than its person's",
    `public.agent_logs l join public.profiles p on p.id = l.user_id
     where l.company_id is distinct from p.company_id`,
  );
  await note(
    "a passage of another company than its file's",
    `public.knowledge_chunks c join public.knowledge_base f on f.id = c.file_id
     where c.company_id <> f.company_id`,
  );
  await note(
    "an object outside of every company's folder",
    `storage.objects o where not exists
       (select from public.companies c where c.id::text = split_part(o.name, '/', 1))`,
  );
  return found;
}
