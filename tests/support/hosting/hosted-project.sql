-- What a new Supabase project holds before anybody uses it, as far as the product meets it: who owns
-- what, and what the role `postgres`, which applies the migrations, may and may not do. Run by the
-- server's superuser. The facts are those of Supabase's PostgreSQL, Auth and Storage of 2026.

create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;
create role supabase_auth_admin login noinherit createrole password 'postgres';
alter role supabase_auth_admin set search_path to auth;
create role supabase_storage_admin login noinherit createrole;
create role dashboard_user createdb createrole;

-- No superuser, but no row-level security holds it back.
create role postgres login nosuperuser createdb createrole replication bypassrls password 'postgres';
alter role postgres set search_path to "$user", public, extensions;
grant anon, authenticated, service_role, authenticator to postgres with admin option;
do $$ begin execute format('grant all on database %I to postgres', current_database()); end $$;
alter schema public owner to pg_database_owner;
do $$ begin execute format('alter database %I owner to postgres', current_database()); end $$;

-- Everything that `postgres` makes in `public` is open to the roles of requests, unless revoked.
grant usage on schema public to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated, service_role;

create schema extensions;
grant usage on schema extensions to postgres, anon, authenticated, service_role;

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;

-- Auth: its tables are its own, with row-level security and no policies.
create schema auth authorization supabase_auth_admin;
grant usage on schema auth to postgres, anon, authenticated, service_role;
set role supabase_auth_admin;
create table auth.users (
  instance_id uuid,
  id uuid primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text unique,
  banned_until timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text
);
create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  id uuid primary key,
  constraint mfa_amr_claims_session_id_authentication_method_pkey
    unique (session_id, authentication_method)
);
create table auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid primary key default gen_random_uuid(),
  unique (provider_id, provider)
);
alter table auth.users enable row level security;
alter table auth.sessions enable row level security;
alter table auth.mfa_amr_claims enable row level security;
alter table auth.identities enable row level security;
create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim', true), ''),
                  nullif(current_setting('request.jwt.claims', true), ''))::jsonb
$$;
create function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;
create function auth.role() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
$$;
grant all on all tables in schema auth to postgres, dashboard_user;
grant all on all routines in schema auth to postgres, dashboard_user;
reset role;

-- Storage: the same; everybody has all rights on files, and policies decide.
create schema storage authorization supabase_storage_admin;
grant usage on schema storage to postgres with grant option;
grant usage on schema storage to anon, authenticated, service_role;
set role supabase_storage_admin;
create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);
create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
create function storage.foldername(name text) returns text[] language plpgsql immutable as $$
declare
  parts text[];
begin
  select string_to_array(name, '/') into parts;
  return parts[1 : array_length(parts, 1) - 1];
end $$;
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501';
  end if;
  return null;
end $$;
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
grant all on storage.buckets, storage.objects to postgres with grant option;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
reset role;

-- Of what belongs to Storage, `postgres` may make policies and nothing else. Supabase's extension
-- supautils lends it the owner's rights for that moment; here it has them always, and is refused
-- everything but policies and triggers.
grant supabase_storage_admin to postgres;
create function extensions.keep_to_policies() returns event_trigger language plpgsql as $$
declare
  touched record;
begin
  if current_user <> 'postgres' then return; end if;
  if tg_event = 'sql_drop' then
    select schema_name, object_identity into touched from pg_event_trigger_dropped_objects()
      where schema_name in ('auth', 'storage') and object_type not in ('policy', 'trigger') limit 1;
  else
    select schema_name, object_identity into touched from pg_event_trigger_ddl_commands()
      where schema_name in ('auth', 'storage') and object_type not in ('policy', 'trigger') limit 1;
  end if;
  if found then
    raise exception 'must be owner of %', touched.object_identity using errcode = '42501';
  end if;
end $$;
create event trigger keep_to_policies on ddl_command_end
  execute function extensions.keep_to_policies();
create event trigger keep_to_policies_when_dropping on sql_drop
  execute function extensions.keep_to_policies();

-- The connection pooler signs in as `postgres` for whoever names a project behind it.
create role "postgres.fieldagentsdemoproje" login noinherit password 'postgres' in role postgres;
alter role "postgres.fieldagentsdemoproje" set role postgres;
alter role "postgres.fieldagentsdemoproje" set search_path to "$user", public, extensions;
