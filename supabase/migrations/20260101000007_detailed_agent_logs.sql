create table public.detailed_agent_logs (
  id uuid primary key default gen_random_uuid(),
  -- One request of one person, however often it was sent, is one row with its latest outcome.
  user_id uuid references public.profiles (id) on delete set null,
  request_key uuid not null,
  company_id uuid references public.companies (id) on delete set null,
  user_email text,
  agent_type text not null
    check (agent_type in ('voice_agent', 'snap_agent', 'label_agent', 'ask_agent')),
  action_type text not null,
  status text not null check (status in ('success', 'error', 'rate_limited', 'failed')),
  device_type text,
  ip_address text,
  ai_model text,
  -- Unknown figures are null, never made up.
  input_token_count integer check (input_token_count >= 0),
  completion_tokens integer check (completion_tokens >= 0),
  total_tokens integer check (total_tokens >= 0),
  estimated_cost numeric(14, 8) check (estimated_cost >= 0),
  total_request_time_ms integer check (total_request_time_ms >= 0),
  input_text text,
  output_text text,
  error_message text,
  knowledge_base_files_used text[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (user_id, request_key)
);

create index detailed_agent_logs_latest on public.detailed_agent_logs (created_at desc);
create index detailed_agent_logs_of_company on public.detailed_agent_logs (company_id, created_at desc);
create index detailed_agent_logs_of_agent on public.detailed_agent_logs (agent_type, created_at desc);
create index detailed_agent_logs_of_status on public.detailed_agent_logs (status, created_at desc);
-- None for the search by a part of an address: a match of patterns may not run before the policy,
-- so that no index of addresses would be used. It is read off the latest rows.

alter table public.detailed_agent_logs enable row level security;
alter table public.detailed_agent_logs force row level security;
revoke all on public.detailed_agent_logs from anon, authenticated;
grant select on public.detailed_agent_logs to authenticated;
grant all on public.detailed_agent_logs to service_role;

create policy "administrators read their company's" on public.detailed_agent_logs
  for select to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));
