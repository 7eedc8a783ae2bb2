-- Tells listening backends which rows changed, and which of them a person may see.
create schema if not exists embedded_realtime;
revoke all on schema embedded_realtime from public;

-- The columns of a table's primary key.
create or replace function embedded_realtime.key_of(named name) returns name[]
language sql stable set search_path = '' as $$
  select array_agg(a.attname order by a.attnum)
  from pg_catalog.pg_index i
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = format('public.%I', named)::regclass and i.indisprimary;
$$;

-- The condition under which the policies of a table let a signed-in person read a row.
create or replace function embedded_realtime.condition_of(named name) returns text
language sql stable set search_path = '' as $$
  select coalesce('(' || string_agg('(' || qual || ')', ' or ') filter (where permissive = 'PERMISSIVE') || ')', 'false')
         || coalesce(' and ' || string_agg('(' || qual || ')', ' and ') filter (where permissive = 'RESTRICTIVE'), '')
  from pg_catalog.pg_policies
  where schemaname = 'public' and tablename = named and cmd in ('SELECT', 'ALL')
    and roles && array['authenticated', 'public']::name[];
$$;

-- Sends the changed rows of a statement, in parts that fit into a notification: their keys, and of
-- deleted rows all short values, because nothing else tells any more who could see them.
create or replace function embedded_realtime.tell() returns trigger
language plpgsql set search_path = '' as $$
declare
  keys text[] := tg_argv;
  together integer := case when tg_op = 'DELETE' then 3 else 50 end;
  part record;
  told text;
begin
  for part in
    with told as (
      select to_jsonb(c) as content, row_number() over () as place from changed c limit 100
    ), short as (
      select place, jsonb_object_agg(e.key, e.value) as content
      from told cross join lateral jsonb_each(content) e
      where e.key = any (keys)
         or tg_op = 'DELETE' and length(e.value::text) <= 100 and jsonb_typeof(e.value) <> 'object'
      group by place
    )
    select jsonb_agg(content) as contents from short group by (place - 1) / together
  loop
    told := jsonb_build_object(
      'table', tg_table_name, 'type', tg_op, 'at', now(), 'rows', part.contents)::text;
    -- A longer notification is an error, and no statement may fail because of who listens.
    if octet_length(told) < 8000 then
      perform pg_notify('row_changes', told);
    end if;
  end loop;
  return null;
end $$;

-- What each of several people may see of changed rows; `viewers` are the claims of their tokens.
-- Returns the number of the viewer, counted from 0, and the row; of a deleted one its key alone.
create or replace function embedded_realtime.seen_by(
  viewers jsonb, named name, deleted boolean, contents jsonb
) returns table (viewer integer, content jsonb)
language plpgsql set search_path = '' as $$
declare
  keys name[] := embedded_realtime.key_of(named);
  -- The policies' conditions name their table, so the row has its name in the statement.
  statement text := format(
    'select (select to_jsonb(s) from (select %1$s) s)
     from jsonb_array_elements($1) g (told)
     cross join lateral jsonb_populate_record(null::public.%2$I, g.told) as %3$I %4$s',
    (select string_agg(format('%I.%I', named, a.attname), ', ' order by a.attnum)
     from pg_catalog.pg_attribute a
     where a.attrelid = format('public.%I', named)::regclass and a.attnum > 0
       and case when deleted then a.attname = any (keys)
                else has_column_privilege('authenticated', a.attrelid, a.attnum, 'select') end),
    named,
    case when deleted then named else 'told_key' end,
    case when deleted then 'where ' || embedded_realtime.condition_of(named)
         else format('join public.%I on %s', named,
           (select string_agg(format('%I.%I = told_key.%2$I', named, each), ' and ')
            from unnest(keys) each)) end);
begin
  for number in 0 .. jsonb_array_length(viewers) - 1 loop
    viewer := number;
    perform set_config('request.jwt.claims', (viewers -> number)::text, true);
    perform set_config('request.jwt.claim.sub', viewers -> number ->> 'sub', true);
    perform set_config('request.jwt.claim.role', 'authenticated', true);
    perform set_config('role', 'authenticated', true);
    for content in execute statement using contents loop
      return next;
    end loop;
    perform set_config('role', 'none', true);
  end loop;
  perform set_config('request.jwt.claims', '', true);
  perform set_config('request.jwt.claim.sub', '', true);
  perform set_config('request.jwt.claim.role', '', true);
end $$;
revoke all on all functions in schema embedded_realtime from public;

-- Every table of the publication reports what is inserted, updated and deleted.
do $$
declare
  followed record;
begin
  for followed in
    select t.tablename,
           (select string_agg(quote_literal(each), ', ')
            from unnest(embedded_realtime.key_of(t.tablename)) each) as keys
    from pg_catalog.pg_publication_tables t
    where t.pubname = 'supabase_realtime' and t.schemaname = 'public'
  loop
    execute format(
      'create or replace trigger tell_inserted after insert on public.%1$I
         referencing new table as changed
         for each statement execute function embedded_realtime.tell(%2$s);
       create or replace trigger tell_updated after update on public.%1$I
         referencing new table as changed
         for each statement execute function embedded_realtime.tell(%2$s);
       create or replace trigger tell_deleted after delete on public.%1$I
         referencing old table as changed
         for each statement execute function embedded_realtime.tell(%2$s)',
      followed.tablename, followed.keys);
  end loop;
end $$;
