-- Tells listening backends which rows changed, and which of them people may see.
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

-- The columns of a table; of them those that signed-in people may read, if `readable`.
create or replace function embedded_realtime.columns_of(named name, readable boolean) returns name[]
language sql stable set search_path = '' as $$
  select array_agg(a.attname order by a.attnum)
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', named)::regclass and a.attnum > 0 and not a.attisdropped
    and (not readable or has_column_privilege('authenticated', a.attrelid, a.attnum, 'select'));
$$;

-- The SQL for these columns of a row as a JSON object, without values of more than 64 bytes: Supabase
-- leaves the same ones out of a change that is too large. No value is decompressed to be measured.
create or replace function embedded_realtime.small_values(row_name text, columns name[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(format(
    'case when pg_column_size(%1$I.%2$I) > 68 then ''{}''::jsonb
          when octet_length(%1$I.%2$I::text) > 64 then ''{}''::jsonb
          else jsonb_build_object(%2$L, %1$I.%2$I) end', row_name, c.name), ' || ' order by c.place)
  from unnest(columns) with ordinality c (name, place);
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

-- Sends the changed rows of a statement, in parts that fit into a notification. The trigger's arguments
-- are the SQL for what is told of the row `c`, and how many rows make a part. It tells the keys, and of
-- deleted rows all small values, because nothing else tells any more who could see them.
create or replace function embedded_realtime.tell() returns trigger
language plpgsql set search_path = '' as $$
declare
  writer text := nullif(current_setting('request.jwt.claim.sub', true), '');
  part jsonb;
  told text;
begin
  for part in execute format(
    'select jsonb_agg(s.told) from (
       select %s as told, row_number() over () - 1 as place from (select * from changed limit 100) c) s
     group by s.place / %s', tg_argv[0], tg_argv[1])
  loop
    told := jsonb_build_object('table', tg_table_name, 'type', tg_op, 'at', now(),
                               'writer', writer, 'rows', part)::text;
    -- A longer notification is an error, and no statement may fail because of who listens.
    if octet_length(told) < 8000 then
      perform pg_notify('row_changes', told);
    end if;
  end loop;
  return null;
end $$;

-- Which of several people may see which changed rows. Of `viewers`, each has the `claims` that their
-- tokens share, and their `sessions`: the policies are asked once for all sessions that have not ended.
-- Returns each row that somebody may see: its small values, or of a deleted one its key; whether these
-- are all its columns; and the sessions. It is stable, so that all of it is of one moment.
drop function if exists embedded_realtime.seen_by(jsonb, name, boolean, jsonb);
create or replace function embedded_realtime.seen_rows(
  viewers jsonb, named name, deleted boolean, told jsonb
) returns table (content jsonb, is_whole boolean, sessions jsonb)
language plpgsql stable set search_path = '' as $$
declare
  columns name[] := case when deleted then embedded_realtime.key_of(named)
                    else embedded_realtime.columns_of(named, true) end;
  -- The policies' conditions name their table, so the row has its name in the statements.
  rows_told text := format(
    'jsonb_array_elements($1) with ordinality g (told, place)
     cross join lateral jsonb_populate_record(null::public.%1$I, g.told) as %2$I ',
    named, case when deleted then named else 'told_key' end)
    || case when deleted then '' else format('join public.%I on %s', named,
         (select string_agg(format('%I.%I = told_key.%2$I', named, each), ' and ')
          from unnest(embedded_realtime.key_of(named)) each)) end;
  visible text := 'select jsonb_agg(g.place) from ' || rows_told
    || case when deleted then 'where ' || embedded_realtime.condition_of(named) else '' end;
  seen jsonb := '[]';
  claims jsonb;
  alive jsonb;
  places jsonb;
begin
  for claims, alive in
    select v.viewer -> 'claims' || jsonb_build_object('session_id', min(s.id::text)), jsonb_agg(s.id)
    from jsonb_array_elements(viewers) v (viewer)
    cross join lateral jsonb_array_elements_text(v.viewer -> 'sessions') t (id)
    join auth.sessions s on s.id = t.id::uuid and s.user_id = (v.viewer -> 'claims' ->> 'sub')::uuid
    where s.not_after is null or s.not_after > now()
    group by v.viewer
  loop
    perform set_config('request.jwt.claims', claims::text, true);
    perform set_config('request.jwt.claim.sub', claims ->> 'sub', true);
    perform set_config('request.jwt.claim.role', 'authenticated', true);
    perform set_config('role', 'authenticated', true);
    execute visible into places using told;
    perform set_config('role', 'none', true);
    if places is not null then
      seen := seen || jsonb_build_object('places', places, 'sessions', alive);
    end if;
  end loop;
  perform set_config('request.jwt.claims', '', true);
  perform set_config('request.jwt.claim.sub', '', true);
  perform set_config('request.jwt.claim.role', '', true);
  return query execute format(
    'select r.content, (select count(*) from jsonb_object_keys(r.content)) = %s, h.sessions
     from (select g.place, %s as content from %s) r
     cross join lateral (
       select jsonb_agg(session) as sessions
       from jsonb_array_elements($2) s cross join lateral jsonb_array_elements(s -> ''sessions'') session
       where s -> ''places'' @> to_jsonb(r.place)) h
     where h.sessions is not null',
    cardinality(columns), embedded_realtime.small_values(named, columns), rows_told)
    using told, seen;
end $$;
revoke all on all functions in schema embedded_realtime from public;

-- Every table of the publication reports what is inserted, updated and deleted.
do $$
declare
  followed name;
  keys text;
begin
  for followed in
    select t.tablename from pg_catalog.pg_publication_tables t
    where t.pubname = 'supabase_realtime' and t.schemaname = 'public'
  loop
    keys := embedded_realtime.small_values('c', embedded_realtime.key_of(followed));
    execute format(
      'create or replace trigger tell_inserted after insert on public.%1$I
         referencing new table as changed
         for each statement execute function embedded_realtime.tell(%2$L, 50);
       create or replace trigger tell_updated after update on public.%1$I
         referencing new table as changed
         for each statement execute function embedded_realtime.tell(%2$L, 50);
       create or replace trigger tell_deleted after delete on public.%1$I
         referencing old table as changed
         for each statement execute function embedded_realtime.tell(%3$L, 3)',
      followed, keys,
      embedded_realtime.small_values('c', embedded_realtime.columns_of(followed, false)));
  end loop;
end $$;
