import type { Sql } from "./run-as.ts";

const OURS = "('public'::regnamespace, 'private'::regnamespace)";

/** What gives and takes rights in a database, each object as one line, as its catalogue says it. */
export async function schemaOf(sql: Sql): Promise<string[]> {
  const rows = await sql(`
    select concat_ws(' ', 'policy', schemaname, tablename, policyname, permissive, roles, cmd,
                     'using', qual, 'check', with_check) as item
    from pg_policies
    union all
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace in ${OURS} and prokind in ('f', 'p')
    union all
    select concat_ws(' ', 'grant', pg_proc.oid::regprocedure, a.privilege_type, coalesce(r.rolname, 'public'))
    from pg_proc cross join lateral aclexplode(coalesce(proacl, acldefault('f', proowner))) a
    left join pg_roles r on r.oid = a.grantee
    where pronamespace in ${OURS} and a.grantee <> proowner
    union all
    select concat_ws(' ', 'grant', c.oid::regclass, acls.name, a.privilege_type,
                     coalesce(r.rolname, 'public'))
    from pg_class c
    cross join lateral (
      select relacl as acl, null::name as name
      union all
      select attacl, attname from pg_attribute where attrelid = c.oid and not attisdropped
    ) acls
    cross join lateral aclexplode(acls.acl) a
    left join pg_roles r on r.oid = a.grantee
    where relnamespace in ${OURS} and a.grantee <> relowner and a.privilege_type <> 'MAINTAIN'
    union all
    select concat_ws(' ', 'grant', nspname, a.privilege_type, coalesce(r.rolname, 'public'))
    from pg_namespace cross join lateral aclexplode(nspacl) a
    left join pg_roles r on r.oid = a.grantee
    where pg_namespace.oid in ${OURS} and a.grantee <> nspowner
    union all
    select concat_ws(' ', relkind, oid::regclass, relrowsecurity, relforcerowsecurity, reloptions,
                     -- Versions differ in where they name a view's table before a column.
                     case relkind when 'v' then regexp_replace(pg_get_viewdef(oid), '\\m[a-z]\\.', '', 'g') end)
    from pg_class where relnamespace in ${OURS} and relkind in ('r', 'p', 'v', 'm')
    union all
    select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod),
                     attnotnull, pg_get_expr(adbin, adrelid))
    from pg_attribute join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace in ${OURS} and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all
    select pg_get_triggerdef(pg_trigger.oid) from pg_trigger
    join pg_class on pg_class.oid = tgrelid where relnamespace in ${OURS} and not tgisinternal
    union all
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) from pg_constraint
    where connamespace in ${OURS} and contype <> 'n'
    union all
    select indexdef from pg_indexes where schemaname in ('public', 'private')`);
  return rows.map(({ item }) => String(item)).sort();
}
