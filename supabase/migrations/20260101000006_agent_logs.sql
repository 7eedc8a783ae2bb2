create table public.agent_logs (
  -- The id of the item the row belongs to: the device mints it, so that a row sent twice is one row.
  id uuid primary key default gen_random_uuid(),
  -- A deleted person's work stays with the company.
  user_id uuid references public.profiles (id) on delete set null,
  company_id uuid references public.companies (id) on delete set null,
  agent_type text not null check (agent_type in ('voice', 'snap', 'label', 'ask')),
  input_type text not null check (input_type in ('text', 'voice', 'image')),
  input_data text check (char_length(input_data) <= 200000),
  output_summary text check (char_length(output_summary) <= 500),
  -- When the person made it, by their device; created_at is when it arrived.
  captured_at timestamptz,
  created_at timestamptz not null default now()
);

create index agent_logs_latest on public.agent_logs (created_at desc);
create index agent_logs_of_company on public.agent_logs (company_id, created_at desc);
create index agent_logs_of_person on public.agent_logs (user_id, created_at desc);
create index agent_logs_of_person_and_agent on public.agent_logs (user_id, agent_type, created_at desc);

alter table public.agent_logs enable row level security;
alter table public.agent_logs force row level security;
revoke all on public.agent_logs from anon, authenticated;
-- What happened is written once: nobody updates or deletes it.
grant select on public.agent_logs to authenticated;
grant insert (id, user_id, agent_type, input_type, input_data, output_summary, captured_at)
  on public.agent_logs to authenticated;
grant all on public.agent_logs to service_role;

create policy "people read their own, administrators their company's" on public.agent_logs
  for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.is_active()))
         or (select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "people write their own" on public.agent_logs
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_active()));

-- The company is the writer's at that moment, and not theirs to state.
create function private.stamp_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.company_id := (select p.company_id from public.profiles p where p.id = new.user_id);
  return new;
end $$;
revoke all on function private.stamp_company() from public;

create trigger stamp_company before insert on public.agent_logs
  for each row execute function private.stamp_company();
