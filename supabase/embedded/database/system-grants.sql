-- What a Supabase project grants on the schemas it brings.
grant usage on schema public, auth to anon, authenticated, service_role;

-- Row-level security decides about files; there is nothing to reach without a policy.
grant usage on schema storage to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
