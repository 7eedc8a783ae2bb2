-- What stays of an account that was deleted: that it was there, to which company it belonged, and a hash
-- by which whoever proves the same address is known again. With it the server says whose work it is that
-- a device still keeps under such an account, and who may save it.

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

-- Whose row it was before its person's account was deleted: `user_id` is null from then on.
alter table public.agent_logs add column former_user_id uuid;

create function private.keep_former_user() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.former_user_id := old.user_id;
  return new;
end $$;

create trigger keep_former_user before update of user_id on public.agent_logs
  for each row when (old.user_id is not null and new.user_id is null)
  execute function private.keep_former_user();

-- An address counts once its owner has shown that it is theirs; null before.
create function private.confirmed_address() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select u.email from auth.users u
          where u.id = auth.uid() and u.email_confirmed_at is not null);
end $$;

create function private.is_gone(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (select from public.profiles p where p.id = person)
    and not exists (select from auth.users u where u.id = person);
end $$;

-- Which accounts of a list are gone for good, as far as that concerns the caller: `mine`, the account
-- had the caller's confirmed address; `managed`, the caller is an administrator of the company it
-- belonged to, and nobody has its address now who could sign in for what is theirs. Nothing is said of
-- any other account, nor of one that is only suspended.
--
-- `asked` is a JSON array of `{ id, email, company_id }`, the latter two as a device last saw them. They
-- are believed only of accounts that were deleted before the server remembered them.
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
            select from public.profiles p
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

-- Gives the caller the rows of `agent_logs` with these ids that a former account of theirs wrote: what
-- had arrived before that account was deleted, without its device having learned of it.
create function public.take_over_logs(former uuid, items uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_active() then
    raise exception 'This account is suspended' using errcode = '42501';
  end if;
  return query
    update public.agent_logs l set user_id = auth.uid()
    from private.former_people f
    where l.id = any (items) and l.user_id is null and l.former_user_id = former
      and f.id = former and private.is_gone(former)
      and f.address_hash = private.address_hash(former, private.confirmed_address())
    returning l.id;
end $$;

revoke all on function
  private.address_hash(uuid, text), private.remember_former_person(), private.keep_former_user(),
  private.confirmed_address(), private.is_gone(uuid) from public;
revoke all on function public.former_people(jsonb), public.take_over_logs(uuid, uuid[])
  from public, anon;
grant execute on function public.former_people(jsonb), public.take_over_logs(uuid, uuid[])
  to authenticated, service_role;
