-- Refuses a request whose session has ended, by the protocol in which SQL chooses the answer of REST. It runs in
-- the transaction of the request, before the request's role is set, so that it costs no round trip of its own.
create or replace function auth.require_session(session uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from auth.sessions s where s.id = session) then
    raise exception using errcode = 'PGRST',
      message = '{"code":"PGRST303","message":"JWT session has ended","details":null,"hint":null}',
      detail = '{"status":401,"headers":{}}';
  end if;
end $$;
revoke all on function auth.require_session(uuid) from public;

-- Second factors, in the same tables as in a Supabase project.
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type = 'totp'),
  status text not null check (status in ('unverified', 'verified')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text not null,
  -- Time step of the last accepted code: codes of this and earlier steps are refused.
  last_step integer not null default 0
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index if not exists mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where btrim(friendly_name) <> '';

create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz
);
create index if not exists mfa_challenges_of_factor on auth.mfa_challenges (factor_id);

-- How and when the session's person authenticated.
create table if not exists auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  updated_at timestamptz not null,
  primary key (session_id, authentication_method)
);

-- After too many wrong answers the client has to request another challenge.
alter table auth.mfa_challenges add column if not exists wrong_answers integer not null default 0;

-- Earlier versions counted wrong codes here; now auth.attempts counts all attempts.
drop table if exists auth.mfa_failures;

-- Counts of sign-in attempts, by which they are limited. They are in the database, so that a restart
-- does not begin them anew.
create table if not exists auth.attempts (
  -- What is counted: an account, a device, a network, or all together.
  bucket text primary key,
  -- Tries as of counted_at; the number falls as time passes.
  tries double precision not null,
  counted_at timestamptz not null,
  -- Attempts before this time are refused.
  open_at timestamptz not null
);
create index if not exists attempts_by_age on auth.attempts (counted_at);

-- Counts an attempt in all its buckets, or in none if one of them is paused. Attempts in progress
-- count, too: the lock makes each call wait until the one before has been counted.
--   limits: per bucket, the number of free tries, the seconds until one try is forgotten (leak),
--   and the first and the longest pause, in seconds. The last free try starts the first pause, and
--   each try after it a pause that is twice as long.
-- Returns the seconds to wait; 0 if the attempt was counted.
create or replace function auth.take_attempt(limits jsonb, at timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  wait double precision;
begin
  perform pg_advisory_xact_lock(hashtextextended('attempts to sign in', 0));
  select max(extract(epoch from a.open_at - at)) into wait
  from auth.attempts a
  -- Simultaneous attempts may be counted in reverse order: open_at > at alone is no pause.
  where a.bucket in (select jsonb_object_keys(limits)) and a.open_at > a.counted_at;
  if wait > 0 then
    return ceil(wait);
  end if;
  delete from auth.attempts a where a.counted_at < at - interval '1 day';
  insert into auth.attempts as a (bucket, tries, counted_at, open_at)
  select l.bucket, n.tries, at,
         case when ceil(n.tries) < l.free then at
              else at + interval '1 second'
                   * least(l.longest, l.pause * power(2, least(ceil(n.tries) - l.free, 30))) end
  from (select e.key as bucket, (e.value ->> 'free')::double precision as free,
               (e.value ->> 'leak')::double precision as leak,
               (e.value ->> 'pause')::double precision as pause,
               (e.value ->> 'longest')::double precision as longest
        from jsonb_each(limits) e) l
  left join auth.attempts k on k.bucket = l.bucket
  cross join lateral (
    select 1 + coalesce(greatest(0, k.tries - extract(epoch from at - k.counted_at) / l.leak), 0)
           as tries) n
  on conflict (bucket) do update
    set tries = excluded.tries, counted_at = excluded.counted_at, open_at = excluded.open_at;
  return 0;
end $$;

-- Takes back an attempt that was right: shared buckets lose one try, the account's own are reset.
create or replace function auth.return_attempt(shared jsonb, own text[], at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('attempts to sign in', 0));
  delete from auth.attempts a where a.bucket = any (own);
  update auth.attempts a
  set tries = greatest(0, a.tries - 1),
      open_at = case when ceil(a.tries - 1) < (l.value ->> 'free')::double precision
                     then a.counted_at else a.open_at end
  from jsonb_each(shared) l where l.key = a.bucket;
end $$;
revoke all on function auth.take_attempt(jsonb, timestamptz),
  auth.return_attempt(jsonb, text[], timestamptz) from public, anon, authenticated, service_role;

-- Providers that somebody has removed from their account. A verified address alone does not add
-- them again.
create table if not exists auth.removed_providers (
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  removed_at timestamptz not null default now(),
  primary key (user_id, provider)
);

-- States of sign-ins that came back from a provider, so that each comes back once.
create table if not exists auth.used_states (
  state_hash text primary key,
  used_at timestamptz not null
);
create index if not exists used_states_by_age on auth.used_states (used_at);

-- Codes that the app exchanges for a session, together with the secret behind code_challenge.
create table if not exists auth.sign_in_codes (
  code_hash text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  code_challenge text not null,
  created_at timestamptz not null
);
create index if not exists sign_in_codes_by_age on auth.sign_in_codes (created_at);
create index if not exists sign_in_codes_user_id_idx on auth.sign_in_codes (user_id);

-- The keys that sign access tokens, in the database, so that a backup contains them.
create table if not exists auth.signing_keys (
  -- The `kid` of a token's header.
  id uuid primary key,
  -- HS256 is the deployment's secret, by which tokens were signed before there were these keys.
  algorithm text not null check (algorithm in ('ES256', 'HS256')),
  -- standby: published already, signs after the next rotation. current: signs. previous: its tokens
  -- are accepted until they expire.
  status text not null check (status in ('standby', 'current', 'previous')),
  private_jwk jsonb check ((private_jwk is null) = (algorithm = 'HS256')),
  created_at timestamptz not null default now(),
  -- The longest life of a token that it may sign, in seconds.
  token_seconds integer not null,
  accepted_until timestamptz check ((accepted_until is null) = (status <> 'previous'))
);
create unique index if not exists signing_keys_one_each on auth.signing_keys (status)
  where status <> 'previous';

-- Only Auth uses these tables: no role that a request runs as may read a secret or change a count.
revoke all on auth.mfa_factors, auth.mfa_challenges, auth.mfa_amr_claims, auth.attempts,
    auth.removed_providers, auth.used_states, auth.sign_in_codes, auth.signing_keys
  from public, anon, authenticated, service_role;
