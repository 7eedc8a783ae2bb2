-- An address counts as a person's own once they came in by a link that was mailed to it, or by a provider
-- that has verified it. That an administrator typed it proves nothing, although Auth calls it confirmed:
-- otherwise nobody could sign in with the first password.
create table private.proven_addresses (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email text not null,
  proven_at timestamptz not null default now()
);
revoke all on private.proven_addresses from public, anon, authenticated;

create or replace function private.confirmed_address() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select u.email from auth.users u
          join private.proven_addresses a on a.user_id = u.id and a.email = u.email
          where u.id = auth.uid());
end $$;

-- The first proven entry ends every way in from before it, which somebody else may know: the password,
-- all other sessions, and providers that know the person by another address. Second factors stay: a
-- mailbox alone must not take one away.
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
revoke all on function private.prove_address(), private.forget_proof() from public;

-- As it was, but what a deleted account left is managed by its company until somebody has proved its
-- address. An account that only has it, here or in another company, changes nothing.
create or replace function public.former_people(asked jsonb)
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
