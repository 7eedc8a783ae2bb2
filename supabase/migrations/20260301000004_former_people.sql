-- An address counts as a person's own once they came in by a link that was mailed to it, or by a provider
-- that has verified it. That an administrator typed it proves nothing, although Auth has it as confirmed:
-- otherwise nobody could sign in with the first password.
create table private.proven_addresses (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email text not null,
  proven_at timestamptz not null default now()
);
revoke all on private.proven_addresses from public, anon, authenticated;

-- The caller's address, if they have proved that it is theirs; else null.
create function private.confirmed_address() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select u.email from auth.users u
          join private.proven_addresses a on a.user_id = u.id and a.email = u.email
          where u.id = auth.uid());
end $$;

-- The first entry that proves the address ends every earlier way to sign in, which somebody else may know:
-- the password, all other sessions, and providers that know the person by another address. Second factors
-- stay: a mailbox alone must not remove one.
create function private.prove_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person auth.users;
begin
  select u.* into person
  from auth.sessions s join auth.users u on u.id = s.user_id where s.id = new.session_id;
  if new.authentication_method = 'oauth' then
    if not exists (select from auth.identities i
                   where i.user_id = person.id and i.provider not in ('email', 'phone')
                     and lower(i.identity_data ->> 'email') = person.email
                     and i.identity_data ->> 'email_verified' = 'true') then
      return null;
    end if;
  -- The code of a text message is no mail.
  elsif coalesce(person.phone, '') <> '' then
    return null;
  end if;
  if exists (select from private.proven_addresses a
             where a.user_id = person.id and a.email = person.email) then
    return null;
  end if;
  insert into private.proven_addresses (user_id, email) values (person.id, person.email)
  on conflict (user_id) do update set email = excluded.email, proven_at = now();
  update auth.users u
  set encrypted_password = '',
      raw_app_meta_data = u.raw_app_meta_data::jsonb - 'temporary_password_until'
  where u.id = person.id;
  delete from auth.identities i
  where i.user_id = person.id and i.provider not in ('email', 'phone')
    and (lower(i.identity_data ->> 'email') is distinct from person.email
         or i.identity_data ->> 'email_verified' is distinct from 'true');
  delete from auth.sessions s where s.user_id = person.id and s.id <> new.session_id;
  return null;
end $$;
create trigger prove_address after insert on auth.mfa_amr_claims
  for each row when (new.authentication_method in ('oauth', 'otp', 'magiclink', 'recovery', 'invite'))
  execute function private.prove_address();

-- Whoever gets a password from an administrator has to prove the address again.
create function private.forget_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.proven_addresses a where a.user_id = new.id;
  return null;
end $$;
create trigger forget_proof after update of raw_app_meta_data on auth.users
  for each row when (
    new.raw_app_meta_data::jsonb ->> 'temporary_password_until' is not null
    and new.raw_app_meta_data::jsonb ->> 'temporary_password_until'
        is distinct from old.raw_app_meta_data::jsonb ->> 'temporary_password_until')
  execute function private.forget_proof();

-- What stays of an account that was deleted: that it was there, to which company it belonged, and a hash by
-- which whoever proves the same address is known again. With it the server answers whose work a device still
-- has under such an account, and who may save it.

create table private.former_people (
  -- The account's. Nobody gets it a second time.
  id uuid primary key,
  company_id uuid references public.companies (id) on delete set null,
  -- Of the last address; null for an account without one.
  address_hash bytea,
  deleted_at timestamptz not null default now()
);
revoke all on private.former_people from public, anon, authenticated;

-- With the account's id, so that one address gives another hash for each account.
create function private.address_hash(person uuid, address text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(person::text || ' ' || lower(address), 'UTF8'))
$$;

create function private.remember_former_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.former_people (id, company_id, address_hash)
  values (old.id, old.company_id, private.address_hash(old.id, old.email))
  on conflict (id) do nothing;
  return null;
end $$;
create trigger remember_former_person after delete on public.profiles
  for each row execute function private.remember_former_person();

create function private.is_gone(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (select from public.profiles p where p.id = person)
    and not exists (select from auth.users u where u.id = person);
end $$;

-- Which accounts of a list are deleted for good, as far as that concerns the caller: `mine`, the account had
-- the caller's proved address; `managed`, the caller is an administrator of the company it belonged to, and
-- nobody has proved its address since. Nothing is returned of any other account, nor of one that is only
-- suspended.
--
-- `asked` is a JSON array of `{ id, email, company_id }`, the latter two as a device last saw them. They
-- count only for accounts that were deleted before the server remembered them.
create function public.former_people(asked jsonb)
returns table (id uuid, mine boolean, managed boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  address text := private.confirmed_address();
  company uuid := private.current_company();
  everywhere boolean := private.is_super_admin();
  in_company boolean := private.has_role('admin');
begin
  if not private.is_active() then
    raise exception 'This account is suspended' using errcode = '42501';
  end if;
  if jsonb_typeof(asked) <> 'array' or jsonb_array_length(asked) > 100 then
    raise exception 'At most 100 accounts can be asked for' using errcode = '22023';
  end if;
  return query
    select gone.id, gone.mine, gone.managed
    from (
      select seen.id,
        coalesce(last.address_hash = private.address_hash(seen.id, address), false) as mine,
        (everywhere or (in_company and coalesce(last.company_id = company, false)))
          and not exists (
            select from private.proven_addresses p
            where private.address_hash(seen.id, p.email) = last.address_hash
          ) as managed
      from jsonb_to_recordset(asked) as seen (id uuid, email text, company_id uuid)
      left join private.former_people known on known.id = seen.id
      cross join lateral (
        select
          case when known.id is null then seen.company_id else known.company_id end as company_id,
          case when known.id is null then private.address_hash(seen.id, seen.email)
               else known.address_hash end as address_hash
      ) last
      where private.is_gone(seen.id)
    ) gone
    where gone.mine or gone.managed;
end $$;

revoke all on function public.former_people from public, anon;
grant execute on function public.former_people to authenticated, service_role;
revoke all on all functions in schema private from public;
