-- What a Supabase project has from the start: migrations add the tables whose changes are reported.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;
