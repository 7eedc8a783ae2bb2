-- The ledger: because of it, sending a request twice does no harm.
--
--   (no row) --claim--> running --finish--> done         the reply is stored and given again
--                         |  ^
--                  release|  |claim                      a failed attempt may be tried again
--                         v  |
--                        open          running past its lease counts as open: the call crashed
--
-- A claim carries a token. Whoever lost the lease cannot finish: their token is no longer the row's. Each
-- attempt counts for the pace, and what it cost adds up in the request's detailed row.

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
  -- Each attempt of the last day counts for the pace, also one that failed.
  attempted_at timestamptz[] not null default array[now()],
  last_attempt timestamptz not null default now(),
  -- What an attempt has bought before it failed: the next one need not do it again.
  kept jsonb,
  primary key (user_id, request_key),
  check ((state = 'done') = (reply is not null and reply_status is not null))
);
create index agent_requests_pace
  on public.agent_requests (user_id, function_name, last_attempt desc);

alter table public.agent_requests enable row level security, force row level security;
revoke all on public.agent_requests from anon, authenticated;
grant all on public.agent_requests to service_role;

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

-- Claims a request. Returns one of
--   {outcome: claimed, token, kept}        kept: what an earlier attempt has stored for the next, or null
--   {outcome: finished, status, reply}     the stored reply
--   {outcome: in_flight, retry_after}      somebody works on it; seconds until it is worth asking again
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

-- Everything that a function asks before it works, in one round trip: whether the session of a verified
-- token still lasts, who the person is, whether they may use the agent, the claim, and what the work reads of
-- the company. Returns one of
--   {outcome: no_session}               the session has ended, or is not that person's
--   {outcome: temporary_password}       it began with a temporary password
--   {outcome: unclaimed, profile}       the person may not use the agent, or there is no hash to claim
-- or what claim_agent_request returns, with {profile}; a claimed request has also
--   {prompts: [{prompt_key, prompt_value}], terms: [{term, heard}]}     the latest terms first
create function public.begin_agent_request(
  person uuid, session uuid, by_password boolean, key uuid, called text, hash text,
  lease_seconds integer, per_minute integer, per_day integer,
  permission text, needs_company boolean, prompts text[], most_terms integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found public.profiles;
  claim jsonb;
begin
  select p.* into found from public.profiles p
  where p.id = person
    and exists (select from auth.sessions s
                where s.id = begin_agent_request.session and s.user_id = person
                  and (s.not_after is null or s.not_after > now()));
  if found.id is null then
    return jsonb_build_object('outcome', 'no_session');
  end if;

  -- As private.owes_own_password.
  if by_password and exists (
    select from auth.users u
    where u.id = person and u.raw_app_meta_data::jsonb ->> 'temporary_password_until' is not null
  ) then
    return jsonb_build_object('outcome', 'temporary_password');
  end if;

  if hash is null or found.status <> 'active' or (needs_company and found.company_id is null)
     or (permission is not null and (to_jsonb(found) ->> permission)::boolean is not true) then
    return jsonb_build_object('outcome', 'unclaimed', 'profile', to_jsonb(found));
  end if;

  claim := public.claim_agent_request(person, key, called, hash, lease_seconds, per_minute, per_day)
           || jsonb_build_object('profile', to_jsonb(found));
  if claim ->> 'outcome' <> 'claimed' then
    return claim;
  end if;
  return claim || jsonb_build_object(
    'prompts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'prompt_key', s.prompt_key, 'prompt_value', s.prompt_value)), '[]')
      from public.ai_prompt_settings s
      where s.company_id = found.company_id and s.prompt_key = any (begin_agent_request.prompts)),
    'terms', (
      select coalesce(jsonb_agg(jsonb_build_object('term', t.term, 'heard', t.heard)
                                order by t.created_at desc, t.id), '[]')
      from (select v.* from public.vocabulary_terms v
            where v.company_id = found.company_id
            order by v.created_at desc, v.id limit most_terms) t));
end $$;

-- Stores the reply of a claimed request and its detailed row, together. Returns {outcome: stored}, or
-- {outcome: lost} when somebody else has claimed it since.
create function public.finish_agent_request(
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

-- Gives a claim back after a failed attempt and writes why, together. `kept`: what the next attempt need not
-- do again, as the words of a recording whose summary failed.
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

revoke all on function
  public.claim_agent_request, public.begin_agent_request,
  public.finish_agent_request, public.release_agent_request
from public, anon, authenticated;
grant execute on function
  public.claim_agent_request, public.begin_agent_request,
  public.finish_agent_request, public.release_agent_request
to service_role;
revoke all on all functions in schema private from public;
