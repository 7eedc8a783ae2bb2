-- What administrators see at a glance, and the return of an earlier version of a document.

-- What waits on people's devices, as they told it last. A device tells it again when it has changed: a row that
-- a person inserts takes the place of the one before.
create table public.device_queues (
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- Its kind, and a number that the app drew there.
  device text not null check (device ~ '^[A-Za-z]{1,20} [0-9a-f]{8}$'),
  waiting integer not null check (waiting >= 0),
  -- When the oldest item that waits was made, by the device; null when none waits.
  oldest timestamptz,
  reported_at timestamptz not null default now(),
  primary key (user_id, device),
  check ((waiting = 0) = (oldest is null))
);

alter table public.device_queues enable row level security, force row level security;
revoke all on public.device_queues from anon, authenticated;
grant select, insert (user_id, device, waiting, oldest) on public.device_queues to authenticated;
grant all on public.device_queues to service_role;

-- Asked under the policies of profiles: whoever reads a person reads what waits on their devices.
create policy "people read the queues of the people they read" on public.device_queues
  for select to authenticated using (user_id in (select p.id from public.profiles p));

create policy "people report their own queues" on public.device_queues
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_active()));

-- Of each person, the 20 devices that reported last are kept.
create function private.replace_device_queue() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.device_queues q
  where q.user_id = new.user_id
    and (q.device = new.device
         or q.device not in (select k.device from public.device_queues k
                             where k.user_id = new.user_id and k.device <> new.device
                             order by k.reported_at desc limit 19));
  return new;
end $$;
create trigger replace_device_queue before insert on public.device_queues
  for each row execute function private.replace_device_queue();

-- When each person last used an agent, and what waits on their devices, read with the reader's own rights.
create view public.person_activity with (security_invoker = true) as
  select p.id, p.company_id,
         (select max(l.created_at) from public.agent_logs l where l.user_id = p.id) as last_active_at,
         coalesce((select jsonb_agg(jsonb_build_object(
                            'device', q.device, 'waiting', q.waiting, 'oldest', q.oldest,
                            'reported_at', q.reported_at) order by q.oldest)
                   from public.device_queues q where q.user_id = p.id and q.waiting > 0),
                  '[]') as queues
  from public.profiles p
  where (select private.is_super_admin())
        or (p.company_id = (select private.current_company()) and (select private.has_role('admin')));
revoke all on public.person_activity from anon, authenticated;
grant select on public.person_activity to authenticated, service_role;

-- With when its people last used an agent, and how many answers there are to look at.
create or replace view public.company_overview with (security_invoker = true) as
  select c.id, c.name, c.created_at,
         (select count(*)::integer from public.profiles p where p.company_id = c.id) as user_count,
         (select count(*)::integer from public.knowledge_base f
          where f.company_id = c.id and f.superseded_by is null) as file_count,
         c.require_second_factor,
         (select max(l.created_at) from public.agent_logs l where l.company_id = c.id)
           as last_active_at,
         (select count(*)::integer from public.answers_to_review r
          where r.company_id = c.id and to_jsonb(r) ->> 'done_at' is null) as waiting
  from public.companies c
  where (select private.is_super_admin()) or (select private.has_role('admin'));

-- As before, but for the return of a version, which takes it out of its place.
create or replace function private.check_next_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  following public.knowledge_base;
begin
  if tg_op = 'UPDATE' and new.superseded_by is not distinct from old.superseded_by then
    return new;
  end if;
  if tg_op = 'UPDATE' and coalesce(current_setting('field_agents.moves_versions', true), '') <> 'on'
     and exists (select from public.knowledge_base f where f.id = old.superseded_by)
  then
    raise exception 'This document has a newer version already' using errcode = '23514';
  end if;
  if new.superseded_by is null then
    return new;
  end if;
  select * into following from public.knowledge_base f where f.id = new.superseded_by;
  if following.id is null or following.company_id <> new.company_id then
    raise exception 'A version belongs to the company of its document' using errcode = '23514';
  end if;
  if exists (
    with recursive later (id) as (
      select following.id
      union
      select f.superseded_by from later l join public.knowledge_base f on f.id = l.id
      where f.superseded_by is not null)
    select from later l where l.id = new.id)
  then
    raise exception 'A document is no version of itself' using errcode = '23514';
  end if;
  if private.is_complete(following) then
    new.superseded_at := coalesce(new.superseded_at, now());
  end if;
  return new;
end $$;

-- Has a version answer again. One that newer versions follow becomes the newest: they are earlier ones from then
-- on.
create or replace function public.restore_document_version(file uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.knowledge_base;
  before uuid;
  newest uuid;
begin
  with recursive later (id, next) as (
    select f.id, f.superseded_by from public.knowledge_base f where f.id = file
    union
    select f.id, f.superseded_by from later l join public.knowledge_base f on f.id = l.next)
  select l.id into newest from later l where l.next is null;
  perform private.lock_versions(array[newest]);
  select * into found from public.knowledge_base f where f.id = file;
  if found.id is null or not private.may_change_file(found) then
    raise exception 'This document is not there any more' using errcode = '42501';
  end if;
  if newest <> file then
    -- Another version may have come while this one waited for the locks.
    if not private.is_complete(found) or exists (
      select from public.knowledge_base f where f.id = newest and f.superseded_by is not null) then
      raise exception 'This version can''t answer now' using errcode = '23514';
    end if;
    select f.id into before from public.knowledge_base f where f.superseded_by = file;
    perform set_config('field_agents.moves_versions', 'on', true);
    update public.knowledge_base f set superseded_by = null where f.id in (file, before);
    update public.knowledge_base f set superseded_by = found.superseded_by where f.id = before;
    update public.knowledge_base f set superseded_by = file, superseded_at = now() where f.id = newest;
    perform set_config('field_agents.moves_versions', '', true);
    -- The one that answered until now, if the newest was not complete.
    with recursive earlier (id) as (
      select f.id from public.knowledge_base f where f.superseded_by = file
      union
      select f.id from earlier e join public.knowledge_base f on f.superseded_by = e.id)
    update public.knowledge_base f set superseded_at = now()
    where f.id in (select e.id from earlier e) and f.superseded_at is null;
  end if;
  update public.knowledge_base f set superseded_at = null where f.id = file;
end $$;

revoke all on all functions in schema private from public;
