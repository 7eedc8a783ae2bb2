-- Second factors, in the same tables as in a Supabase project. Only Auth uses them: no role that a
-- request runs as may read a secret.
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type = 'totp'),
  status text not null check (status in ('unverified', 'verified')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text not null,
  last_challenged_at timestamptz,
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

revoke all on auth.mfa_factors, auth.mfa_challenges, auth.mfa_amr_claims
  from public, anon, authenticated, service_role;
