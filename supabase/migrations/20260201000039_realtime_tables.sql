-- Where the publication of Realtime was created after the migrations that name its tables, it gets
-- them now.
do $$
declare
  followed text;
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    return;
  end if;
  foreach followed in array array[
    'companies', 'profiles', 'user_roles', 'ai_prompt_settings', 'knowledge_base', 'agent_logs',
    'detailed_agent_logs', 'contact_form_submissions', 'vocabulary_terms'
  ] loop
    if not exists (
      select from pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = followed
    ) then
      execute format('alter publication supabase_realtime add table public.%I', followed);
    end if;
  end loop;
end $$;
