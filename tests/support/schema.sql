-- What the migrations make, one line a thing, without comments and without names of constraints.
with ours as (
  select n.oid as schema from pg_namespace n where n.nspname in ('public', 'private')
), relations as (
  select c.* from pg_class c join ours on ours.schema = c.relnamespace
), functions as (
  select p.* from pg_proc p join ours on ours.schema = p.pronamespace
), columns as (
  select r.oid::regclass || '.' || quote_ident(a.attname) as name, a.* from pg_attribute a
  join relations r on r.oid = a.attrelid and r.relkind in ('r', 'v')
  where a.attnum > 0 and not a.attisdropped
)
select line from (
  select concat_ws(' ', oid::regclass, relkind, relrowsecurity, relforcerowsecurity, reloptions) as line
    from relations where relkind in ('r', 'v', 'S')
  union all
  select concat_ws(' ', c.name, format_type(c.atttypid, c.atttypmod), c.attnotnull, c.attidentity,
                   c.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid))
    from columns c left join pg_attrdef d on d.adrelid = c.attrelid and d.adnum = c.attnum
  union all
  -- Rows that arrived under looser checks may be there in an earlier database.
  select conrelid::regclass || ' ' || replace(pg_get_constraintdef(k.oid), ' NOT VALID', '')
    from pg_constraint k join relations r on r.oid = k.conrelid
  union all
  select case when k.oid is null then pg_get_indexdef(i.indexrelid)
              else regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX \S+', ' INDEX') end
    from pg_index i join relations r on r.oid = i.indrelid
    left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
  union all
  select p::text from pg_policies p where p.schemaname in ('public', 'storage')
  union all
  select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select regexp_replace(pg_get_functiondef(oid), '^ *--[^\n]*\n', '', 'gn') from functions
  union all
  select oid::regclass || ' ' || pg_get_viewdef(oid) from relations where relkind = 'v'
  union all
  select schemaname || '.' || tablename || ' is followed' from pg_publication_tables
  union all
  select concat_ws(' ', thing.name, acl.grantee::regrole, lower(acl.privilege_type))
    from (
      select oid::regclass::text as name, relacl as acl from relations
      union all
      select name, attacl from columns
      union all
      select oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner)) from functions
      union all
      select nspname, nspacl from pg_namespace join ours on ours.schema = oid where nspname = 'private'
    ) thing
    cross join lateral aclexplode(thing.acl) acl
) lines
order by line collate "C";
