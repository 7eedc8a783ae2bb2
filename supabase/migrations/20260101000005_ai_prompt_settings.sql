create table public.ai_prompt_settings (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  prompt_key text not null check (prompt_key ~ '^[a-z][a-z0-9_]{0,99}$'),
  prompt_value text not null check (char_length(prompt_value) between 1 and 20000),
  description text check (char_length(description) <= 1000),
  updated_by uuid references public.profiles (id) on delete set null,
  updated_at timestamptz not null default now(),
  -- One value per company and key; the index also serves the list ordered by key.
  unique (company_id, prompt_key)
);

alter table public.ai_prompt_settings enable row level security;
alter table public.ai_prompt_settings force row level security;
revoke all on public.ai_prompt_settings from anon, authenticated;
grant select, delete on public.ai_prompt_settings to authenticated;
grant insert (prompt_key, prompt_value, description, company_id, updated_by, updated_at),
      update (prompt_value, description, updated_by, updated_at)
  on public.ai_prompt_settings to authenticated;
grant all on public.ai_prompt_settings to service_role;

create policy "super administrators read prompts" on public.ai_prompt_settings
  for select to authenticated using ((select private.is_super_admin()));

create policy "super administrators add prompts" on public.ai_prompt_settings
  for insert to authenticated
  with check ((select private.is_super_admin()) and updated_by = (select auth.uid()));

create policy "super administrators change prompts" on public.ai_prompt_settings
  for update to authenticated
  using ((select private.is_super_admin()))
  with check ((select private.is_super_admin()) and updated_by = (select auth.uid()));

create policy "super administrators delete prompts" on public.ai_prompt_settings
  for delete to authenticated using ((select private.is_super_admin()));
