-- The ledger: what makes sending a request twice harmless.
--
--   (no row) --claim--> running --finish--> done         the reply is stored and given again
--                         |  ^
--                  release|  |claim                      a failed attempt may be tried again
--                         v  |
--                        open          running past its lease counts as open: the call crashed
--
-- A claim carries a token. Whoever lost the lease cannot finish: their token is no longer the row's.

create table public.agent_requests (
  user_id uuid not null references public.profiles (id) on delete cascade,
  request_key uuid not null,
  function_name text not null,
  body_hash text not null,
  state text not null check (state in ('running', 'open', 'done')),
  claim_token uuid not null,
  lease_until timestamptz not null,
  reply_status integer,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, request_key),
  check ((state = 'done') = (reply is not null and reply_status is not null))
);

-- The pace of a person and agent is counted over these.
create index agent_requests_pace on public.agent_requests (user_id, function_name, created_at desc);

alter table public.agent_requests enable row level security;
alter table public.agent_requests force row level security;
revoke all on public.agent_requests from anon, authenticated;
grant all on public.agent_requests to service_role;

-- Writes the one detailed row of a request. Columns come from `entry`, a JSON object with the
-- names of detailed_agent_logs; what it lacks is null. A success is never overwritten.
create function private.write_detailed_log(person uuid, key uuid, entry jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
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
    knowledge_base_files_used = excluded.knowledge_base_files_used
  where d.status <> 'success';
end $$;

-- Claims a request. Answers one of
--   {outcome: claimed, token}
--   {outcome: finished, status, reply}     the stored reply
--   {outcome: in_flight, retry_after}      somebody is on it; seconds until it is worth asking again
--   {outcome: other_body}                  the key was used for another payload
--   {outcome: rate_limited, retry_after}   over the pace; seconds until there is room again
create function public.claim_agent_request(
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
    update public.agent_requests r set state = 'running', claim_token = token, lease_until = lease
    where r.user_id = person and r.request_key = key;
    return jsonb_build_object('outcome', 'claimed', 'token', token);
  end if;

  -- Seconds until the newest `limit` requests of a window no longer fill it.
  select ceil(extract(epoch from max(w.frees - clock_timestamp())))::integer into wait
  from (
    (select r.created_at + interval '1 minute' as frees from public.agent_requests r
     where r.user_id = person and r.function_name = called
     order by r.created_at desc offset greatest(per_minute - 1, 0) limit 1)
    union all
    (select r.created_at + interval '1 day' from public.agent_requests r
     where r.user_id = person and r.function_name = called
     order by r.created_at desc offset greatest(per_day - 1, 0) limit 1)
  ) w where w.frees > clock_timestamp();
  if wait is not null then
    return jsonb_build_object('outcome', 'rate_limited', 'retry_after', greatest(1, wait));
  end if;

  insert into public.agent_requests
    (user_id, request_key, function_name, body_hash, state, claim_token, lease_until)
  values (person, key, called, hash, 'running', token, lease);
  return jsonb_build_object('outcome', 'claimed', 'token', token);
end $$;

-- Stores the reply of a claimed request and its detailed row, together. Answers
-- {outcome: stored}, or {outcome: lost} when the lease went to somebody else meanwhile.
create function public.finish_agent_request(
  person uuid, key uuid, token uuid, status integer, reply jsonb, entry jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.agent_requests r
  set state = 'done', reply_status = finish_agent_request.status, reply = finish_agent_request.reply
  where r.user_id = person and r.request_key = key and r.claim_token = token and r.state = 'running';
  if not found then
    return jsonb_build_object('outcome', 'lost');
  end if;
  perform private.write_detailed_log(person, key, entry);
  return jsonb_build_object('outcome', 'stored');
end $$;

-- Gives a claim back after a failed attempt and notes why, together.
create function public.release_agent_request(
  person uuid, key uuid, token uuid, entry jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.agent_requests r set state = 'open'
  where r.user_id = person and r.request_key = key and r.claim_token = token and r.state = 'running';
  if not found then
    return jsonb_build_object('outcome', 'lost');
  end if;
  perform private.write_detailed_log(person, key, entry);
  return jsonb_build_object('outcome', 'released');
end $$;

-- Notes a request that was refused before it could be claimed.
create function public.log_refused_agent_request(person uuid, key uuid, entry jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_detailed_log(person, key, entry);
end $$;

revoke all on function private.write_detailed_log(uuid, uuid, jsonb) from public;
revoke all on function
  public.claim_agent_request(uuid, uuid, text, text, integer, integer, integer),
  public.finish_agent_request(uuid, uuid, uuid, integer, jsonb, jsonb),
  public.release_agent_request(uuid, uuid, uuid, jsonb),
  public.log_refused_agent_request(uuid, uuid, jsonb)
from public, anon, authenticated;
grant execute on function
  public.claim_agent_request(uuid, uuid, text, text, integer, integer, integer),
  public.finish_agent_request(uuid, uuid, uuid, integer, jsonb, jsonb),
  public.release_agent_request(uuid, uuid, uuid, jsonb),
  public.log_refused_agent_request(uuid, uuid, jsonb)
to service_role;
