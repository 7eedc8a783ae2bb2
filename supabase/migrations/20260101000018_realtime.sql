-- What administrators' pages follow, where the backend has Supabase Realtime: a list is asked for
-- again when a row of it changed that its reader may see.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table
      public.companies, public.profiles, public.user_roles, public.ai_prompt_settings,
      public.knowledge_base, public.agent_logs, public.detailed_agent_logs,
      public.contact_form_submissions;
  end if;
end $$;
