-- Who asks: the questions that every policy is made of.
--
-- The schema `private` is not exposed by REST. Its functions look only at the caller (auth.uid()) and
-- run with their owner's rights, so that a policy on profiles can ask about profiles without a loop.
-- They are in plpgsql, because they are created before the tables that they read.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

-- Whether the caller's session began with a temporary password that is still the account's.
create function private.owes_own_password() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(auth.jwt() -> 'amr' @> '[{"method": "password"}]', false)
     and exists (select from auth.users u
                 where u.id = auth.uid()
                   and u.raw_app_meta_data::jsonb ->> 'temporary_password_until' is not null);
end $$;

-- Whether the caller has an active account and a session that still lasts: an access token is valid for no
-- longer than its session. A token that names no session is nobody's. Policies ask once a statement, as
-- (select private.is_active()).
create function private.is_active() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p where p.id = auth.uid() and p.status = 'active')
     and exists (select from auth.sessions s
                 where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
                   and (s.not_after is null or s.not_after > now()))
     and not private.owes_own_password();
end $$;

-- Null for a caller who is signed out, suspended or without a company: it then equals nothing.
create function private.current_company() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select p.company_id from public.profiles p
          where p.id = auth.uid() and private.is_active());
end $$;

-- A person without a role row is a field technician; a suspended one has no role.
create function private.has_role(wanted text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_active() and wanted = coalesce(
    (select r.role from public.user_roles r where r.user_id = auth.uid()), 'field_tech');
end $$;

create function private.is_super_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_role('super_admin');
end $$;

-- Whether a field technician may read documents.
create function private.may_use_label_agent() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_active() and exists (
    select from public.profiles p where p.id = auth.uid() and p.can_use_label_agent);
end $$;

-- Whether the caller may change that person: a super administrator anybody, an administrator the people of
-- their company who are not super administrators.
create function private.manages(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_super_admin() or (
    private.has_role('admin')
    and exists (select from public.profiles p
                where p.id = person and p.company_id = private.current_company())
    and not exists (select from public.user_roles r
                    where r.user_id = person and r.role = 'super_admin'));
end $$;

-- Whether a second factor was given in the caller's session.
create function private.gave_second_factor() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(auth.jwt() ->> 'aal' = 'aal2', false);
end $$;

-- True, or refused in words: a policy that were merely false would find no row to delete, and nobody would
-- know why. Whoever has a second factor must have given it for what they write as an administrator, whether
-- their company requires one or not. What they read, and what everybody may write, needs none.
create function private.second_factor_suffices() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.gave_second_factor() or not (private.has_role('admin') or private.is_super_admin()) then
    return true;
  end if;
  if exists (select from auth.mfa_factors f
             where f.user_id = auth.uid() and f.status::text = 'verified') then
    raise exception 'Sign in with your second factor first.'
      using errcode = '42501', hint = 'second_factor_required';
  end if;
  if exists (select from public.companies c
             where c.id = private.current_company() and c.require_second_factor) then
    raise exception 'Your company requires a second factor of administrators. Sign in with yours first.'
      using errcode = '42501', hint = 'second_factor_required';
  end if;
  return true;
end $$;

revoke all on all functions in schema private from public;
grant execute on function
  private.is_active, private.current_company, private.has_role, private.is_super_admin,
  private.may_use_label_agent, private.manages, private.gave_second_factor,
  private.second_factor_suffices
to authenticated, service_role;

-- A name of characters that can be seen: of people, companies, documents and terms, and what a term is
-- heard as. Control characters, characters that turn the direction of writing and invisible ones are taken
-- out; joiners and variants stay where a script or an emoji needs them. If nothing of a name can be seen, it
-- is empty, which the checks of the tables refuse. `plain-name.ts` does the same.
create function private.plain_name(name text) returns text
language plpgsql immutable strict set search_path = '' as $$
declare
  plain text := regexp_replace(name, '[\u0009-\u000d\u0085\u2028\u2029]+', ' ', 'g');
begin
  plain := regexp_replace(plain,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]',
    '', 'g');
  -- Variants that no symbol, emoji or Chinese character comes before.
  plain := regexp_replace(plain,
    '(?<![\u2100-\u2bff\u3000-\u9fff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff])[\ufe00-\ufe0f\U000e0100-\U000e01ef]',
    '', 'g');
  -- Joiners that are not between letters of Arabic, Indian or related scripts, or emoji.
  plain := regexp_replace(plain,
    '(?<![\u0590-\u1fff\u2190-\u2bff\ua840-\uabff\ufb1d-\ufdff\ufe0f\ufe70-\ufefc\U00010a00-\U00011fff\U0001f000-\U0001faff])[\u200c\u200d]|[\u200c\u200d](?![\u0590-\u1fff\u2190-\u2bff\ua840-\uabff\ufb1d-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff\U0001f000-\U0001faff])',
    '', 'g');
  if plain !~ '[^ \u00a0\u0300-\u036f\u1680\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u200d\u202f\u205f\u20d0-\u20ff\u3000\ufe00-\ufe0f\ufe20-\ufe2f\U000e0100-\U000e01ef]' then
    return '';
  end if;
  return btrim(plain, E' \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000');
end $$;

-- Takes out of the columns that are its arguments what nobody can see.
create function private.keep_plain_names() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb := to_jsonb(new);
  plain text;
begin
  for place in 0 .. tg_nargs - 1 loop
    plain := private.plain_name(given ->> tg_argv[place]);
    -- A profile need not have a name.
    if tg_table_name = 'profiles' then
      plain := nullif(plain, '');
    end if;
    new := jsonb_populate_record(new, jsonb_build_object(tg_argv[place], plain));
  end loop;
  return new;
end $$;

revoke all on all functions in schema private from public;
