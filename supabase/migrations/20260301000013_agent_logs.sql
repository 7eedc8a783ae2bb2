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
  created_at timestamptz not null default now(),
  -- Whose row it was before its person's account was deleted: `user_id` is null from then on.
  former_user_id uuid,
  item_id uuid not null,
  unique (user_id, item_id)
);
create index agent_logs_latest on public.agent_logs (created_at desc);
create index agent_logs_of_company on public.agent_logs (company_id, created_at desc);
create index agent_logs_of_person on public.agent_logs (user_id, created_at desc);
create index agent_logs_of_person_and_agent on public.agent_logs (user_id, agent_type, created_at desc);

alter table public.agent_logs enable row level security, force row level security;
revoke all on public.agent_logs from anon, authenticated;
-- What happened is written once: nobody updates or deletes it.
grant select on public.agent_logs to authenticated;
grant insert (id, user_id, agent_type, input_type, input_data, output_summary, captured_at)
  on public.agent_logs to authenticated;
grant all on public.agent_logs to service_role;
alter publication supabase_realtime add table public.agent_logs;

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
create trigger stamp_company before insert on public.agent_logs
  for each row execute function private.stamp_company();

create function private.keep_former_user() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.former_user_id := old.user_id;
  return new;
end $$;
create trigger keep_former_user before update of user_id on public.agent_logs
  for each row when (old.user_id is not null and new.user_id is null)
  execute function private.keep_former_user();

-- An id that a device chose is its person's: nobody can occupy another's by sending it first. `item_id` is
-- the id that the device sent, one row for each person and item. `id` is the same, unless a row of somebody
-- else has it; then it is derived from both, and starts with the version digit 8, which no device can choose.
-- `id` is the primary key, because installed apps write with `on_conflict=id`: for them, too, a row that is
-- sent again is the one that is there. The argument is one more condition for a row that has the id.
create function private.keep_item_id() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own uuid;
  is_taken boolean;
begin
  new.item_id := new.id;
  if new.user_id is null then
    return new;
  end if;
  -- One at a time for an id: of two people who send it at once, the second finds the first one's row.
  -- Ids share 1,024 locks, so that many rows in one statement cannot use up the server's locks.
  perform pg_advisory_xact_lock(90, hashtext(new.id::text) & 1023);
  execute format('select t.id from public.%I t where t.user_id = $1 and t.item_id = $2', tg_table_name)
    into own using new.user_id, new.item_id;
  if own is not null then
    new.id := own;
    return new;
  end if;
  execute format('select exists (select from public.%I t where t.id = $1%s)', tg_table_name, tg_argv[0])
    into is_taken using new.id;
  if is_taken or substr(new.id::text, 15, 1) = '8' then
    new.id := overlay(encode(substr(sha256(convert_to(new.user_id::text || new.item_id, 'UTF8')), 1, 16),
                             'hex') placing '8' from 13)::uuid;
  end if;
  return new;
end $$;

-- A row of an account that was deleted before the server stored whose it was may be the sender's own.
create trigger keep_item_id before insert on public.agent_logs for each row
  execute function private.keep_item_id(' and (t.user_id is not null or t.former_user_id is not null)');

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
  -- How many requests the row stands for: more than one only where they were refused.
  request_count integer not null default 1 check (request_count > 0),
  -- When the minute, or day, began whose refusals the row counts; null for what was admitted.
  refused_since timestamptz,
  -- Which prompt and passages the model had, and how its sentences were checked: an object in the form of
  -- `contracts/answer-grounding.ts`; null for requests without an answer of a model.
  grounding jsonb check (jsonb_typeof(grounding) = 'object'),
  unique (user_id, request_key)
);
create index detailed_agent_logs_latest on public.detailed_agent_logs (created_at desc);
create index detailed_agent_logs_of_company on public.detailed_agent_logs (company_id, created_at desc);
create index detailed_agent_logs_of_agent on public.detailed_agent_logs (agent_type, created_at desc);
create index detailed_agent_logs_of_status on public.detailed_agent_logs (status, created_at desc);
create unique index detailed_agent_logs_refused
  on public.detailed_agent_logs (user_id, agent_type, refused_since)
  where refused_since is not null;
-- Where the documents had no answer; for the list by company and by time.
create index detailed_agent_logs_found_nothing
  on public.detailed_agent_logs (company_id, created_at desc)
  where status = 'success' and action_type = 'answer' and knowledge_base_files_used = '{}';
create index detailed_agent_logs_of_request on public.detailed_agent_logs (request_key);

alter table public.detailed_agent_logs enable row level security, force row level security;
revoke all on public.detailed_agent_logs from anon, authenticated;
grant select on public.detailed_agent_logs to authenticated;
grant all on public.detailed_agent_logs to service_role;
alter publication supabase_realtime add table public.detailed_agent_logs;

create policy "administrators read their company's" on public.detailed_agent_logs
  for select to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

-- The sum of two figures, as far as they are known.
create function private.sum_of_known(one integer, other integer) returns integer
language sql immutable set search_path = '' as $$
  select case when one is null then other when other is null then one
              else least(one::bigint + other, 2147483647)::integer end
$$;

-- Writes the one detailed row of a request. Columns come from `entry`, a JSON object with the names of
-- detailed_agent_logs; what it lacks is null. A success is never overwritten. A request that is admitted
-- after it was refused takes its row out of the count. What several attempts used and cost adds up; if the
-- cost of one is not known, the sum is not known either. A refusal that called nobody changes none of it.
create function private.write_detailed_log(person uuid, key uuid, entry jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.detailed_agent_logs d
  set request_key = gen_random_uuid(), request_count = d.request_count - 1
  where d.user_id = person and d.request_key = key and d.request_count > 1;

  insert into public.detailed_agent_logs as d (
    user_id, request_key, company_id, user_email, agent_type, action_type, status, device_type,
    ip_address, ai_model, input_token_count, completion_tokens, total_tokens, estimated_cost,
    total_request_time_ms, input_text, output_text, error_message, knowledge_base_files_used,
    grounding)
  select person, key, p.company_id, p.email, e.agent_type, e.action_type, e.status, e.device_type,
    e.ip_address, e.ai_model, e.input_token_count, e.completion_tokens, e.total_tokens,
    e.estimated_cost, e.total_request_time_ms, e.input_text, e.output_text, e.error_message,
    coalesce(e.knowledge_base_files_used, '{}'), nullif(e.grounding, 'null'::jsonb)
  from jsonb_populate_record(null::public.detailed_agent_logs, entry) e
  join public.profiles p on p.id = person
  on conflict (user_id, request_key) do update set
    status = excluded.status, device_type = excluded.device_type, ip_address = excluded.ip_address,
    ai_model = coalesce(excluded.ai_model, d.ai_model),
    input_token_count = private.sum_of_known(d.input_token_count, excluded.input_token_count),
    completion_tokens = private.sum_of_known(d.completion_tokens, excluded.completion_tokens),
    total_tokens = private.sum_of_known(d.total_tokens, excluded.total_tokens),
    estimated_cost = case when excluded.ai_model is null then d.estimated_cost
                          when d.ai_model is null then excluded.estimated_cost
                          else d.estimated_cost + excluded.estimated_cost end,
    total_request_time_ms = excluded.total_request_time_ms, input_text = excluded.input_text,
    output_text = excluded.output_text, error_message = excluded.error_message,
    knowledge_base_files_used = excluded.knowledge_base_files_used,
    grounding = excluded.grounding, refused_since = null
  where d.status <> 'success';
end $$;

-- Notes a request that was refused before it could be claimed: in the row that its key has already, else in
-- the one that counts its minute, which shows the latest of them. Whoever is suspended has one row a day.
-- Otherwise a client that repeats what is refused would fill the table.
create function public.log_refused_agent_request(person uuid, key uuid, entry jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time for a person, as claims are.
  perform pg_advisory_xact_lock(hashtextextended(person::text, 0));

  update public.detailed_agent_logs d
  set status = case d.status when 'success' then d.status else e.status end,
      error_message = case d.status when 'success' then d.error_message else e.error_message end
  from jsonb_populate_record(null::public.detailed_agent_logs, entry) e
  where d.user_id = person and d.request_key = key;
  if found then
    return;
  end if;

  insert into public.detailed_agent_logs as d (
    user_id, request_key, company_id, user_email, agent_type, action_type, status, device_type,
    ip_address, total_request_time_ms, input_text, error_message, refused_since)
  select person, key, p.company_id, p.email, e.agent_type, e.action_type, e.status, e.device_type,
    e.ip_address, e.total_request_time_ms, e.input_text, e.error_message,
    date_trunc(case p.status when 'suspended' then 'day' else 'minute' end, now(), 'UTC')
  from jsonb_populate_record(null::public.detailed_agent_logs, entry) e
  join public.profiles p on p.id = person
  on conflict (user_id, agent_type, refused_since) where refused_since is not null do update set
    request_count = d.request_count + 1, status = excluded.status,
    device_type = excluded.device_type, ip_address = excluded.ip_address,
    total_request_time_ms = excluded.total_request_time_ms, input_text = excluded.input_text,
    error_message = excluded.error_message;
end $$;

-- The sums of the detailed logs, one row per agent and day (UTC), read with the reader's own rights. What is
-- not successful is failed, so that the two make the total. A row counts as many times as it stands for
-- requests. Figures that no request has are null. `unpriced_requests` used a model whose price is not known:
-- their cost is not in the sum. All are types that JSON has as numbers: the wider ones of PostgreSQL are text
-- for some servers.
create view public.agent_usage_analytics with (security_invoker = true) as
  select l.agent_type,
         (l.created_at at time zone 'UTC')::date as usage_date,
         sum(l.request_count)::integer as total_requests,
         coalesce(sum(l.request_count) filter (where l.status = 'success'), 0)::integer
           as successful_requests,
         coalesce(sum(l.request_count) filter (where l.status <> 'success'), 0)::integer
           as failed_requests,
         avg(l.total_request_time_ms)::double precision as avg_response_time_ms,
         -- A person who was deleted since has no id, but still an address.
         count(distinct coalesce(l.user_id::text, l.user_email))::integer as unique_users,
         coalesce(sum(l.total_tokens), 0)::double precision as total_tokens_used,
         avg(l.total_tokens)::double precision as avg_tokens_per_request,
         coalesce(sum(l.estimated_cost), 0)::double precision as total_estimated_cost,
         coalesce(sum(l.request_count) filter (
           where l.ai_model is not null and l.estimated_cost is null and l.status = 'success'
         ), 0)::integer as unpriced_requests
  from public.detailed_agent_logs l
  group by l.agent_type, (l.created_at at time zone 'UTC')::date;
revoke all on public.agent_usage_analytics from anon, authenticated;
grant select on public.agent_usage_analytics to authenticated, service_role;

revoke all on function public.log_refused_agent_request from public, anon, authenticated;
grant execute on function public.log_refused_agent_request to service_role;
revoke all on all functions in schema private from public;
