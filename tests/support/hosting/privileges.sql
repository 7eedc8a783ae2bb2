-- What the requests of people and visitors may do with everything in the product's schemas, one line
-- a right.
select grantee.name || ' ' || lower(acl.privilege_type) || ' ' || object.kind || ' ' || object.name
         as privilege
from (
  select 'schema' as kind, n.oid::regnamespace::text as name, n.nspacl as acl
    from pg_namespace n where n.nspname in ('public', 'private')
  union all
  select 'relation', c.oid::regclass::text, c.relacl
    from pg_class c where c.relnamespace::regnamespace::text in ('public', 'private')
                      and c.relkind in ('r', 'v', 'm', 'p', 'S')
  union all
  select 'column', a.attrelid::regclass::text || '.' || a.attname, a.attacl
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace::regnamespace::text in ('public', 'private') and a.attacl is not null
  union all
  select 'function', p.oid::regprocedure::text, coalesce(p.proacl, acldefault('f', p.proowner))
    from pg_proc p where p.pronamespace::regnamespace::text in ('public', 'private')
) object
cross join lateral aclexplode(object.acl) acl
join (
  select 0::oid as oid, 'everybody' as name
  union all
  select r.oid, r.rolname from pg_roles r where r.rolname in ('anon', 'authenticated')
) grantee on grantee.oid = acl.grantee
order by 1;
