-- Golden questions follow their document from version to version.

-- The version that answers in a file's place, or the last one that did.
create function private.answering_version(file uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  with recursive later (id, next, place) as (
    select f.id, case when f.superseded_at is not null then f.superseded_by end, 0
    from public.knowledge_base f where f.id = file
    union all
    select f.id, case when f.superseded_at is not null then f.superseded_by end, l.place + 1
    from later l join public.knowledge_base f on f.id = l.next)
  select l.id from later l order by l.place desc limit 1
$$;

-- As it was, but a question names the version that answers, whichever it is given.
create or replace function private.check_golden_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.file_id is null then
    return new;
  end if;
  if not exists (
    select from public.knowledge_base f where f.id = new.file_id and f.company_id = new.company_id
  ) then
    raise exception 'This document does not belong to the company.'
      using errcode = '23514', hint = 'refused_by_rule';
  end if;
  new.file_id := private.answering_version(new.file_id);
  return new;
end $$;

create function private.move_golden_questions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.golden_questions g set file_id = new.superseded_by where g.file_id = new.id;
  return null;
end $$;

create trigger move_golden_questions
  after update of superseded_by, superseded_at on public.knowledge_base
  for each row when (new.superseded_at is not null and new.superseded_by is not null)
  execute function private.move_golden_questions();

-- From a deleted version, golden questions go to the next one, to the one before it when there is none,
-- or name no document any more. By its name, this runs before join_versions.
create function private.leave_deleted_versions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.golden_questions g
  set file_id = (
    with recursive nearby (id, step) as (
      select r.superseded_by, 1 from removed r where r.id = g.file_id
      union all
      select r.superseded_by, n.step + 1 from nearby n join removed r on r.id = n.id
    ), before (id, step) as (
      select r.id, 0 from removed r where r.id = g.file_id
      union all
      select v.id, b.step - 1 from before b
      join (select f.id, f.superseded_by from public.knowledge_base f
            union all select r.id, r.superseded_by from removed r) v on v.superseded_by = b.id)
    select f.id from (select * from nearby union all select * from before) n
    join public.knowledge_base f on f.id = n.id
    order by n.step > 0 desc, abs(n.step) limit 1)
  where g.file_id in (select r.id from removed r);
  return null;
end $$;

create trigger golden_questions_leave after delete on public.knowledge_base
  referencing old table as removed
  for each statement execute function private.leave_deleted_versions();

revoke all on function private.answering_version(uuid), private.move_golden_questions(),
  private.leave_deleted_versions()
from public;
