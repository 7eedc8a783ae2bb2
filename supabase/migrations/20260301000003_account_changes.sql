-- What administrators did to people: who changed what of whom, from what to what. The database writes it with
-- each change; before a reset or a deletion and after it, the server does. Nobody can change a row. It holds no
-- password, no link and no token.
create table public.account_changes (
  id uuid primary key default gen_random_uuid(),
  -- The person's company at that time.
  company_id uuid references public.companies (id) on delete set null,
  -- Who did it. The ids are null for accounts that were deleted; the addresses stay.
  actor_id uuid references public.profiles (id) on delete set null,
  actor_email text,
  -- For whom.
  person_id uuid references public.profiles (id) on delete set null,
  person_email text,
  action text not null check (action in (
    'temporary_password', 'recovery_link', 'remove_factors',
    'role', 'status', 'access', 'company', 'creation', 'deletion')),
  -- `begun`: the server did not get as far as writing down the result.
  result text not null default 'begun' check (result in ('begun', 'done', 'failed')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The name at that time. Like the address, it stays when the person is deleted.
  person_name text,
  -- A role, a status, or agents, separated by commas. Of a change of company, its name, in the row of the
  -- company that the person left or joined; of a creation, the role, and from where it failed, the company.
  from_value text,
  to_value text,
  check ((result = 'begun') = (finished_at is null))
);
create index account_changes_of_company on public.account_changes (company_id, created_at desc);
create index account_changes_of_person on public.account_changes (person_id, created_at desc);
create index account_changes_of_actor on public.account_changes (actor_id, created_at desc);

alter table public.account_changes enable row level security, force row level security;
revoke all on public.account_changes from anon, authenticated;
grant select on public.account_changes to authenticated;
grant all on public.account_changes to service_role;

create policy "administrators read what was done in their company" on public.account_changes
  for select to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

-- What installed versions of the app ask for.
create view public.account_resets with (security_invoker = true) as
  select id, company_id, actor_id, actor_email, person_id, person_email, action, result, created_at,
         finished_at
  from public.account_changes
  where action in ('temporary_password', 'recovery_link', 'remove_factors');
revoke all on public.account_resets from anon, authenticated, service_role;
grant select on public.account_resets to authenticated, service_role;

-- Writes down what was done to a person. Without an actor, the operator did it.
create function private.log_change(
  person public.profiles, company uuid, kind text, was text, becomes text, actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.account_changes
    (company_id, actor_id, actor_email, person_id, person_name, person_email, action, from_value,
     to_value, result, finished_at)
  values
    -- A company that is being deleted is not there any more.
    ((select c.id from public.companies c where c.id = company), actor,
     (select a.email from public.profiles a where a.id = actor), person.id, person.full_name,
     person.email, kind, was, becomes, 'done', now());
end $$;

-- Whether this transaction creates the person: what it gives them is part of that.
create function private.is_being_created(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.account_changes c
                 where c.person_id = person and c.action = 'creation' and c.created_at = now());
end $$;

create function private.agents_of(person public.profiles) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(',', case when person.can_use_voice_agent then 'voice' end,
                   case when person.can_use_snap_agent then 'snap' end,
                   case when person.can_use_label_agent then 'label' end)
$$;

create function private.log_profile_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_change(new, new.company_id, 'creation', null, 'field_tech', auth.uid());
    return null;
  end if;
  if private.is_being_created(new.id) then
    return null;
  end if;
  if new.status <> old.status then
    perform private.log_change(new, new.company_id, 'status', old.status, new.status, auth.uid());
  end if;
  if private.agents_of(new) <> private.agents_of(old) then
    perform private.log_change(new, new.company_id, 'access',
      private.agents_of(old), private.agents_of(new), auth.uid());
  end if;
  if new.company_id is distinct from old.company_id then
    -- A row for each company, because neither's administrators may read of the other.
    if old.company_id is not null then
      perform private.log_change(new, old.company_id, 'company',
        (select c.name from public.companies c where c.id = old.company_id), null, auth.uid());
    end if;
    if new.company_id is not null then
      perform private.log_change(new, new.company_id, 'company',
        null, (select c.name from public.companies c where c.id = new.company_id), auth.uid());
    end if;
  end if;
  return null;
end $$;
create trigger log_creation after insert on public.profiles
  for each row execute function private.log_profile_change();
create trigger log_change after update of status, company_id, can_use_voice_agent, can_use_snap_agent,
    can_use_label_agent on public.profiles
  for each row execute function private.log_profile_change();

create function private.log_role_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person public.profiles;
  was text := coalesce(old.role, 'field_tech');
  becomes text := coalesce(new.role, 'field_tech');
begin
  select * into person from public.profiles p where p.id = coalesce(new.user_id, old.user_id);
  -- The role of a deleted person goes after their profile.
  if person.id is not null and was <> becomes and not private.is_being_created(person.id) then
    perform private.log_change(person, person.company_id, 'role', was, becomes, auth.uid());
  end if;
  return null;
end $$;
create trigger log_change after insert or update or delete on public.user_roles
  for each row execute function private.log_role_change();

-- Auth deletes with rights of its own: who asked for it was written down before.
create function private.log_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.account_changes c set result = 'done', finished_at = clock_timestamp()
  where c.person_id = old.id and c.action = 'deletion' and c.result = 'begun'
    and c.created_at > now() - interval '1 minute';
  if not found then
    perform private.log_change(old, old.company_id, 'deletion', null, null, auth.uid());
  end if;
  return old;
end $$;
create trigger log_deletion before delete on public.profiles
  for each row execute function private.log_deletion();

-- Writes down that `caller` is about to do something for `person`. Returns one of
--   {outcome: begun, id}
--   {outcome: rate_limited, retry_after}   too many in an hour; seconds until there is room again
-- Without numbers, there is room for any number.
create function public.begin_account_change(
  caller uuid, person uuid, wanted text, per_caller integer, per_person integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wait integer;
  begun uuid;
begin
  if per_caller is not null and per_person is not null then
    -- One at a time, so that two at once do not each count without the other.
    perform pg_advisory_xact_lock(hashtextextended('account resets', 0));
    select ceil(extract(epoch from max(w.frees - clock_timestamp())))::integer into wait
    from (
      (select r.created_at + interval '1 hour' as frees from public.account_resets r
       where r.actor_id = caller order by r.created_at desc offset per_caller - 1 limit 1)
      union all
      (select r.created_at + interval '1 hour' from public.account_resets r
       where r.person_id = person order by r.created_at desc offset per_person - 1 limit 1)
    ) w where w.frees > clock_timestamp();
    if wait is not null then
      return jsonb_build_object('outcome', 'rate_limited', 'retry_after', greatest(1, wait));
    end if;
  end if;

  insert into public.account_changes
    (company_id, actor_id, actor_email, person_id, person_name, person_email, action, created_at)
  select p.company_id, a.id, a.email, p.id, p.full_name, p.email, wanted, clock_timestamp()
  from public.profiles p cross join public.profiles a
  where p.id = person and a.id = caller
  returning id into strict begun;
  return jsonb_build_object('outcome', 'begun', 'id', begun);
end $$;

-- Writes down the result, once. Where a way to sign in was changed, all sessions of the person end, whatever
-- the result is: a failure may come when half of it is done.
create function public.finish_account_change(change uuid, outcome text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  finished public.account_changes;
begin
  update public.account_changes c set result = outcome, finished_at = clock_timestamp()
  where c.id = change and c.result = 'begun'
  returning * into finished;
  if finished.action in ('temporary_password', 'remove_factors') then
    delete from auth.sessions s where s.user_id = finished.person_id;
  end if;
end $$;

-- Gives a new account its company, name, permissions and role, all or nothing, and writes down who
-- created the person. `wanted`: `{ company_id, full_name, role, can_use_… }`.
create function public.equip_person(person uuid, caller uuid, wanted jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  equipped public.profiles;
begin
  select (jsonb_populate_record(p, wanted)).* into strict equipped
  from public.profiles p where p.id = person for update;
  -- Written when Auth made the account, which did not know for whom.
  delete from public.account_changes c where c.person_id = person and c.action = 'creation';
  perform private.log_change(
    equipped, equipped.company_id, 'creation', null, wanted ->> 'role', caller);
  update public.profiles p set
    company_id = equipped.company_id, full_name = equipped.full_name,
    can_use_voice_agent = equipped.can_use_voice_agent,
    can_use_snap_agent = equipped.can_use_snap_agent,
    can_use_label_agent = equipped.can_use_label_agent
  where p.id = person;
  insert into public.user_roles (user_id, role) values (person, wanted ->> 'role')
  on conflict (user_id) do update set role = excluded.role;
end $$;

-- Writes down, for super administrators alone, that somebody could not be created because the address
-- belongs to somebody whom `caller` may not know of. `noted` is the id that the caller gets, the same for
-- each repetition of a request. False when another request got the same answer before: a person who had been
-- created would be known to it.
create function public.note_taken_address(noted uuid, caller uuid, company uuid, address text, role text)
returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('taken address ' || lower(address), 0));
  if exists (select from public.account_changes c where c.id = noted) then
    return true;
  end if;
  if exists (select from public.account_changes c join public.profiles a on a.id = c.actor_id
             where c.action = 'creation' and c.result = 'failed' and a.company_id = company
               and c.person_email = lower(address)) then
    return false;
  end if;
  insert into public.account_changes
    (id, actor_id, actor_email, person_id, person_email, action, from_value, to_value, result,
     finished_at)
  select noted, a.id, a.email, p.id, lower(address), 'creation', c.name, note_taken_address.role,
    'failed', now()
  from public.profiles a
  left join public.profiles p on p.email = lower(address)
  left join public.companies c on c.id = company
  where a.id = caller;
  return true;
end $$;

-- A temporary password is one that an administrator chose for somebody. Auth has its end in the account's
-- `app_metadata`, as `temporary_password_until`, and writes both together. A session that began with it may
-- only choose an own password, which removes this mark.
--
-- After its end, nobody may choose a password by a temporary one; a link that was used within its hour still
-- allows it, and so may an administrator who sets another temporary password at this moment: Auth of a hosted
-- project writes the password first, the new mark after it.
create function private.end_temporary_password() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  until timestamptz := (old.raw_app_meta_data::jsonb ->> 'temporary_password_until')::timestamptz;
begin
  if new.raw_app_meta_data::jsonb ->> 'temporary_password_until'
     is distinct from old.raw_app_meta_data::jsonb ->> 'temporary_password_until' then
    return new;
  end if;
  if until <= now()
     and not (coalesce(old.recovery_token, '') = ''
              and coalesce(old.recovery_sent_at > now() - interval '1 hour', false))
     and not exists (select from public.account_resets r
                     where r.person_id = old.id and r.action = 'temporary_password'
                       and r.result = 'begun' and r.created_at > now() - interval '1 minute') then
    raise exception 'This temporary password has expired. Ask your administrator for another one.'
      using errcode = '42501', hint = 'refused_by_rule';
  end if;
  new.raw_app_meta_data := old.raw_app_meta_data::jsonb - 'temporary_password_until';
  return new;
end $$;
create trigger end_temporary_password before update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password
                     and old.raw_app_meta_data::jsonb ->> 'temporary_password_until' is not null)
  execute function private.end_temporary_password();

revoke all on function
  public.begin_account_change, public.finish_account_change, public.equip_person,
  public.note_taken_address
from public, anon, authenticated;
grant execute on function
  public.begin_account_change, public.finish_account_change, public.equip_person,
  public.note_taken_address
to service_role;
revoke all on all functions in schema private from public;
