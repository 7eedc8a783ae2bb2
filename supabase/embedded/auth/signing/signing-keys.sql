-- The keys that sign access tokens. Only Auth uses this table: no role that a request runs as may
-- read it. It is in the database, so that a backup contains the keys.
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
revoke all on auth.signing_keys from public, anon, authenticated, service_role;
