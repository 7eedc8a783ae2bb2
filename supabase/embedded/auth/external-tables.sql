-- Sign-in through external providers. Only Auth uses these tables: no role that a request runs as
-- may read them.

-- Providers that somebody has removed from their account. A verified address alone does not add
-- them again.
create table if not exists auth.removed_providers (
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  removed_at timestamptz not null default now(),
  primary key (user_id, provider)
);

revoke all on auth.removed_providers from public, anon, authenticated, service_role;

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

revoke all on auth.used_states, auth.sign_in_codes from public, anon, authenticated, service_role;
