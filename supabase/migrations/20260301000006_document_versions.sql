-- Versions of a document. A newer file takes the place of an older one once all its passages have
-- arrived; until then the older one answers. A file that was replaced is not searched any more, but whoever
-- could read it still can: answers cite it.
--
-- Locks are taken in one order: a newer version before the older ones, and all of them before the
-- corpus of their company (private.lock_files).

-- Whether a file answers by itself: all its passages are there, and it is not being deleted.
create function private.is_complete(file public.knowledge_base) returns boolean
language sql immutable set search_path = '' as $$
  select not file.is_held and file.deleting_at is null
         and coalesce(file.indexed_passages = file.passage_count, false)
$$;

-- Locks files and the versions before them, each newer one first.
create function private.lock_versions(wanted uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.knowledge_base f
  join (with recursive versions (id, place) as (
          select w, 0 from unnest(wanted) w
          union
          select f.id, v.place + 1
          from versions v join public.knowledge_base f on f.superseded_by = v.id)
        select v.id, max(v.place) as place from versions v group by v.id) v on v.id = f.id
  order by v.place, f.id for no key update of f;
end $$;

-- The version before a deleted one gets another after it (private.join_versions): it is locked before
-- the corpus. By its name, this runs before forget_file.
create function private.await_versions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_versions(array[old.id]);
  return old;
end $$;
create trigger await_versions before delete on public.knowledge_base
  for each row execute function private.await_versions();

-- A file's next version is of the same company, is there, and leads not back to it. It is exchanged
-- for another only after it was deleted.
create function private.check_next_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  following public.knowledge_base;
begin
  if tg_op = 'UPDATE' and new.superseded_by is not distinct from old.superseded_by then
    return new;
  end if;
  if tg_op = 'UPDATE' and exists (select from public.knowledge_base f where f.id = old.superseded_by)
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
create trigger check_next_version before insert or update of superseded_by on public.knowledge_base
  for each row execute function private.check_next_version();

-- In the transaction in which the last passage of a version arrives, it takes the place of those before it.
create function private.supersede_previous() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_complete(new) then
    -- All of those before it: one of them may never have become complete.
    with recursive earlier (id) as (
      select f.id from public.knowledge_base f where f.superseded_by = new.id
      union
      select f.id from earlier e join public.knowledge_base f on f.superseded_by = e.id)
    update public.knowledge_base f set superseded_at = now()
    where f.id in (select e.id from earlier e) and f.superseded_at is null;
  end if;
  return null;
end $$;
create trigger supersede_previous
  after insert or update of indexed_passages, passage_count, deleting_at, is_held
  on public.knowledge_base
  for each row execute function private.supersede_previous();

-- The versions of a document are open to the same agents: whoever closes the newest one closes the
-- others, which answers of earlier days still cite.
create function private.share_access() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.knowledge_base f set allowed_agents = new.allowed_agents
  where (f.superseded_by = new.id or f.id = new.superseded_by)
    and f.allowed_agents <> new.allowed_agents;
  return null;
end $$;
create trigger share_access after update of allowed_agents on public.knowledge_base
  for each row when (new.allowed_agents <> old.allowed_agents)
  execute function private.share_access();

-- Joins the versions on both sides of deleted ones.
create function private.join_versions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.knowledge_base f
  set superseded_by = (
    with recursive gone (next) as (
      select r.superseded_by from removed r where r.id = f.superseded_by
      union all
      select r.superseded_by from gone g join removed r on r.id = g.next)
    select g.next from gone g where not exists (select from removed r where r.id = g.next))
  where f.superseded_by in (select r.id from removed r);
  return null;
end $$;
create trigger join_versions after delete on public.knowledge_base
  referencing old table as removed
  for each statement execute function private.join_versions();

-- The versions of a company's documents are its administrators' to make.
create function private.may_change_file(file public.knowledge_base) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.second_factor_suffices()
    and (private.is_super_admin()
         or (file.company_id = private.current_company() and private.has_role('admin'))), false);
end $$;

-- Adds a file as the next version of another, open to the same agents. One request, so that an interruption
-- leaves no file that stands beside the one it was to replace. Installed versions of the app send `held`; true
-- is refused.
create function public.add_document_version(
  previous uuid, id uuid, file_name text, file_path text, kind text, size_bytes integer,
  page_count integer, passage_count integer, held boolean default false,
  language text default 'english', picture_pages integer[] default null,
  reading jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.knowledge_base;
begin
  perform private.lock_versions(array[add_document_version.previous]);
  select * into found from public.knowledge_base f where f.id = add_document_version.previous;
  if found.id is null or not private.may_change_file(found) then
    raise exception 'This document is not there any more' using errcode = '42501';
  end if;
  insert into public.knowledge_base (id, file_name, file_path, company_id, uploaded_by,
    allowed_agents, kind, size_bytes, page_count, picture_pages, reading, language, passage_count, is_held)
  values (add_document_version.id, add_document_version.file_name, add_document_version.file_path,
    found.company_id, auth.uid(), found.allowed_agents, add_document_version.kind,
    add_document_version.size_bytes, add_document_version.page_count,
    add_document_version.picture_pages, add_document_version.reading, add_document_version.language,
    add_document_version.passage_count, add_document_version.held);
  update public.knowledge_base f set superseded_by = add_document_version.id where f.id = found.id;
end $$;

-- Has a version answer again whose newer ones were deleted, or never became complete.
create function public.restore_document_version(file uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.knowledge_base;
  following public.knowledge_base;
begin
  perform private.lock_versions(array[file]);
  select * into found from public.knowledge_base f where f.id = file;
  if found.id is null or not private.may_change_file(found) then
    raise exception 'This document is not there any more' using errcode = '42501';
  end if;
  select * into following from public.knowledge_base f where f.id = found.superseded_by;
  if following.id is not null
     and (following.superseded_at is not null or private.is_complete(following)) then
    raise exception 'This document has a newer version already' using errcode = '23514';
  end if;
  update public.knowledge_base f set superseded_at = null where f.id = file;
end $$;

revoke all on function public.add_document_version, public.restore_document_version
from public, anon, authenticated;
grant execute on function public.add_document_version, public.restore_document_version
to authenticated, service_role;
revoke all on all functions in schema private from public;
