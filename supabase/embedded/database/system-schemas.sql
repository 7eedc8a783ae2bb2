-- The grants of a Supabase project on the schemas that it has from the start.
grant usage on schema public, auth to anon, authenticated, service_role;

-- Row-level security protects files: without a policy, no row can be reached.
grant usage on schema storage to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

-- The publication of Realtime: migrations add the tables whose changes are reported.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;
