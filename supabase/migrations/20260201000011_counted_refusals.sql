-- Refused calls are counted: the first of a person and agent in a minute has a row, the others raise
-- its count. Whoever is suspended has one a day. Otherwise a client that keeps on sending what is
-- refused would fill the table. What was admitted still has a row of its own for each key.
alter table public.detailed_agent_logs
  -- How many requests the row stands for: more than one only where they were refused.
  add column request_count integer not null default 1 check (request_count > 0),
  -- When the minute, or day, began whose refusals the row counts; null for what was admitted.
  add column refused_since timestamptz;

create unique index detailed_agent_logs_refused
  on public.detailed_agent_logs (user_id, agent_type, refused_since)
  where refused_since is not null;

-- As it was, but a request that is admitted after it was refused takes its row out of the count.
create or replace function private.write_detailed_log(person uuid, key uuid, entry jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.detailed_agent_logs d
  set request_key = gen_random_uuid(), request_count = d.request_count - 1
  where d.user_id = person and d.request_key = key and d.request_count > 1;

  insert into public.detailed_agent_logs as d (
    user_id, request_key, company_id, user_email, agent_type, action_type, status, device_type,
    ip_address, ai_model, input_token_count, completion_tokens, total_tokens, estimated_cost,
    total_request_time_ms, input_text, output_text, error_message, knowledge_base_files_used)
  select person, key, p.company_id, p.email, e.agent_type, e.action_type, e.status, e.device_type,
    e.ip_address, e.ai_model, e.input_token_count, e.completion_tokens, e.total_tokens,
    e.estimated_cost, e.total_request_time_ms, e.input_text, e.output_text, e.error_message,
    coalesce(e.knowledge_base_files_used, '{}')
  from jsonb_populate_record(null::public.detailed_agent_logs, entry) e
  join public.profiles p on p.id = person
  on conflict (user_id, request_key) do update set
    status = excluded.status, device_type = excluded.device_type, ip_address = excluded.ip_address,
    ai_model = excluded.ai_model, input_token_count = excluded.input_token_count,
    completion_tokens = excluded.completion_tokens, total_tokens = excluded.total_tokens,
    estimated_cost = excluded.estimated_cost,
    total_request_time_ms = excluded.total_request_time_ms, input_text = excluded.input_text,
    output_text = excluded.output_text, error_message = excluded.error_message,
    knowledge_base_files_used = excluded.knowledge_base_files_used, refused_since = null
  where d.status <> 'success';
end $$;

-- Notes a request that was refused before it could be claimed: in the row that its key has already,
-- else in the one that counts its minute, which shows the latest of them.
create or replace function public.log_refused_agent_request(person uuid, key uuid, entry jsonb)
returns void
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

-- As it was, but a row counts as many times as it stands for requests.
create or replace view public.agent_usage_analytics with (security_invoker = true) as
  select l.agent_type,
         (l.created_at at time zone 'UTC')::date as usage_date,
         sum(l.request_count)::integer as total_requests,
         coalesce(sum(l.request_count) filter (where l.status = 'success'), 0)::integer
           as successful_requests,
         coalesce(sum(l.request_count) filter (where l.status <> 'success'), 0)::integer
           as failed_requests,
         avg(l.total_request_time_ms)::double precision as avg_response_time_ms,
         -- Who was deleted since has no id any more, and an address still.
         count(distinct coalesce(l.user_id::text, l.user_email))::integer as unique_users,
         coalesce(sum(l.total_tokens), 0)::double precision as total_tokens_used,
         avg(l.total_tokens)::double precision as avg_tokens_per_request,
         coalesce(sum(l.estimated_cost), 0)::double precision as total_estimated_cost
  from public.detailed_agent_logs l
  group by l.agent_type, (l.created_at at time zone 'UTC')::date;
