-- One log of what administrators did to people: who changed what of whom, from what to what. The
-- database writes it with each change, whoever makes it and however, and nobody can change a row. What
-- was written down about resets so far is its beginning.
alter table public.account_resets rename to account_changes;
alter index public.account_resets_of_company rename to account_changes_of_company;
alter index public.account_resets_of_person rename to account_changes_of_person;
alter index public.account_resets_of_actor rename to account_changes_of_actor;
alter table public.account_changes
  -- The name at that time. Like the address, it stays when the person is deleted.
  add column person_name text,
  -- A role, a status, or agents, separated by commas. Of a change of company, its name, in the row of the
  -- company that the person left or joined; of a creation, the role, and from where it failed, the company.
  add column from_value text,
  add column to_value text,
  drop constraint account_resets_action_check,
  add constraint account_changes_action_check check (action in (
    'temporary_password', 'recovery_link', 'remove_factors',
    'role', 'status', 'access', 'company', 'creation', 'deletion'));

-- What versions of the app that are still installed ask for.
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

-- Writes down that `caller` is about to do something for `person`. Answers one of
--   {outcome: begun, id}
--   {outcome: rate_limited, retry_after}   too many in an hour; seconds until there is room again
-- Without numbers, there is room for any number.
drop function public.begin_account_reset(uuid, uuid, text, integer, integer);
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

-- Writes down the result, once. Where a way in was changed, all sessions of the person end, whatever
-- the result is: a failure may come when half of it is done.
drop function public.finish_account_reset(uuid, text);
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
-- belongs to somebody whom `caller` may not know of. `noted` is the id that the caller is told, the same
-- for each repetition of a request.
-- False when another request was told so before: a person who had been created would be known to it.
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

revoke all on function
  private.log_change(public.profiles, uuid, text, text, text, uuid),
  private.is_being_created(uuid), private.agents_of(public.profiles), private.log_profile_change(),
  private.log_role_change(), private.log_deletion() from public;
revoke all on function
  public.begin_account_change(uuid, uuid, text, integer, integer),
  public.finish_account_change(uuid, text), public.equip_person(uuid, uuid, jsonb),
  public.note_taken_address(uuid, uuid, uuid, text, text)
from public, anon, authenticated;
grant execute on function
  public.begin_account_change(uuid, uuid, text, integer, integer),
  public.finish_account_change(uuid, text), public.equip_person(uuid, uuid, jsonb),
  public.note_taken_address(uuid, uuid, uuid, text, text)
to service_role;
