-- Each attempt of a request counts for the pace, also one that failed, and what it cost adds up in the
-- request's row. What an attempt has bought before it failed is kept for the next: the words of a
-- recording are not transcribed again because their summary failed.
alter table public.agent_requests
  add column attempted_at timestamptz[] not null default array[now()],
  add column last_attempt timestamptz not null default now(),
  add column kept jsonb;
update public.agent_requests set attempted_at = array[created_at], last_attempt = created_at;
drop index public.agent_requests_pace;
create index agent_requests_pace
  on public.agent_requests (user_id, function_name, last_attempt desc);

-- Seconds until a person's attempts have room again; null while there is room.
create function private.pace_wait(person uuid, called text, per_minute integer, per_day integer)
returns integer
language sql stable security definer set search_path = '' as $$
  with attempts as (
    select a.at
    from public.agent_requests r cross join lateral unnest(r.attempted_at) a (at)
    where r.user_id = pace_wait.person and r.function_name = pace_wait.called
      and r.last_attempt > clock_timestamp() - interval '1 day'
      and a.at > clock_timestamp() - interval '1 day')
  select greatest(1, ceil(extract(epoch from max(w.frees - clock_timestamp()))))::integer
  from (
    (select a.at + interval '1 minute' as frees from attempts a
     order by a.at desc offset greatest(per_minute - 1, 0) limit 1)
    union all
    (select a.at + interval '1 day' from attempts a
     order by a.at desc offset greatest(per_day - 1, 0) limit 1)
  ) w where w.frees > clock_timestamp()
  having count(*) > 0
$$;
revoke all on function private.pace_wait(uuid, text, integer, integer) from public;

-- As it was; a claimed request has also
--   {kept}                                 what an earlier attempt has kept, or null
create or replace function public.claim_agent_request(
  person uuid, key uuid, called text, hash text,
  lease_seconds integer, per_minute integer, per_day integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found public.agent_requests;
  token uuid := gen_random_uuid();
  lease timestamptz := clock_timestamp() + make_interval(secs => lease_seconds);
  wait integer;
begin
  -- One at a time for a person, so that the pace is exact and two claims of a key never tie.
  perform pg_advisory_xact_lock(hashtextextended(person::text, 0));

  -- Locked, because a call whose lease has run out may be storing its reply at this moment.
  select * into found from public.agent_requests r
  where r.user_id = person and r.request_key = key for update;

  if found.request_key is not null then
    if found.function_name <> called or found.body_hash <> hash then
      return jsonb_build_object('outcome', 'other_body');
    elsif found.state = 'done' then
      return jsonb_build_object('outcome', 'finished',
                                'status', found.reply_status, 'reply', found.reply);
    elsif found.state = 'running' and found.lease_until > clock_timestamp() then
      return jsonb_build_object('outcome', 'in_flight', 'retry_after',
        least(5, greatest(1, ceil(extract(epoch from found.lease_until - clock_timestamp()))))::integer);
    end if;
  end if;

  wait := private.pace_wait(person, called, per_minute, per_day);
  if wait is not null then
    return jsonb_build_object('outcome', 'rate_limited', 'retry_after', wait);
  end if;

  insert into public.agent_requests as r
    (user_id, request_key, function_name, body_hash, state, claim_token, lease_until,
     attempted_at, last_attempt)
  values (person, key, called, hash, 'running', token, lease,
          array[clock_timestamp()], clock_timestamp())
  on conflict (user_id, request_key) do update set
    state = 'running', claim_token = token, lease_until = lease,
    -- Older attempts do not count any more.
    attempted_at = array(select a.at from unnest(r.attempted_at) a (at)
                         where a.at > clock_timestamp() - interval '1 day')
                   || clock_timestamp(),
    last_attempt = clock_timestamp();
  return jsonb_build_object('outcome', 'claimed', 'token', token, 'kept', found.kept);
end $$;

-- As it was. `kept`: what the next attempt need not do again.
drop function public.release_agent_request(uuid, uuid, uuid, jsonb);
create function public.release_agent_request(
  person uuid, key uuid, token uuid, entry jsonb, kept jsonb default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.agent_requests r
  set state = 'open', kept = coalesce(release_agent_request.kept, r.kept)
  where r.user_id = person and r.request_key = key and r.claim_token = token and r.state = 'running';
  if not found then
    return jsonb_build_object('outcome', 'lost');
  end if;
  perform private.write_detailed_log(person, key, entry);
  return jsonb_build_object('outcome', 'released');
end $$;
revoke all on function public.release_agent_request(uuid, uuid, uuid, jsonb, jsonb)
from public, anon, authenticated;
grant execute on function public.release_agent_request(uuid, uuid, uuid, jsonb, jsonb) to service_role;

-- What was kept is not needed once the reply is there.
create or replace function public.finish_agent_request(
  person uuid, key uuid, token uuid, status integer, reply jsonb, entry jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.agent_requests r
  set state = 'done', kept = null,
    reply_status = finish_agent_request.status, reply = finish_agent_request.reply
  where r.user_id = person and r.request_key = key and r.claim_token = token and r.state = 'running';
  if not found then
    return jsonb_build_object('outcome', 'lost');
  end if;
  perform private.write_detailed_log(person, key, entry);
  return jsonb_build_object('outcome', 'stored');
end $$;

-- The sum of two figures, as far as they are known.
create function private.sum_of_known(one integer, other integer) returns integer
language sql immutable set search_path = '' as $$
  select case when one is null then other when other is null then one
              else least(one::bigint + other, 2147483647)::integer end
$$;
revoke all on function private.sum_of_known(integer, integer) from public;

-- As it was, but what several attempts of a request used and cost adds up; if the cost of one is not
-- known, the sum is not known either. A refusal that called nobody changes none of it.
create or replace function private.write_detailed_log(person uuid, key uuid, entry jsonb) returns void
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
