-- Which documents are searched, and the functions that search them.

-- Counts a file for the search while it answers by itself and no newer version answers in its place.
create function private.count_searchable_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_file(f, new.superseded_at is null and private.is_complete(new))
  from unnest(private.lock_files(array[new.id])) f;
  return null;
end $$;
create trigger count_searchable_file
  after insert or update of indexed_passages, passage_count, deleting_at, is_held, superseded_by,
    superseded_at
  on public.knowledge_base
  for each row execute function private.count_searchable_file();

-- Takes a file's passages apart again. The caller has its corpus locked.
create function private.repost_file(wanted integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found private.knowledge_files;
begin
  select * into found from private.knowledge_files f where f.id = wanted;
  perform private.count_file(found.id, false);
  perform private.unpost_file(found.id);
  perform private.post_passages(array(
    select c.id from public.knowledge_chunks c where c.file_id = found.file_id));
  perform private.count_file(found.id, found.counted);
end $$;

create function private.change_language() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.repost_file(f) from unnest(private.lock_files(array[new.id])) f;
  return null;
end $$;
create trigger change_language after update of language on public.knowledge_base
  for each row when (old.language <> new.language) execute function private.change_language();

-- Takes a file that is deleted out of the search, before its passages go.
create function private.forget_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found private.knowledge_files;
begin
  perform from private.knowledge_corpora c where c.company_id = old.company_id for update;
  select * into found from private.knowledge_files f where f.file_id = old.id;
  if found.id is null then
    return old;
  end if;
  -- Of a deleted company, no figure has to be right.
  if exists (select from public.companies c where c.id = old.company_id) then
    perform private.count_file(found.id, false);
    perform private.unpost_file(found.id);
  else
    delete from private.knowledge_postings p
    where p.block in (select b.id from private.knowledge_blocks b where b.file = found.id);
  end if;
  delete from private.knowledge_files f where f.id = found.id;
  return old;
end $$;
create trigger forget_file before delete on public.knowledge_base
  for each row execute function private.forget_file();

-- The best passages of one company, or of all when it is null. Of a text that is longer than any question,
-- only the beginning is searched for: a question of 4,000 characters, with as much of the one before it as is
-- sent along.
create function private.rank_passages(
  query text, company uuid, agent text, max_results integer)
returns table (file_id uuid, file_name text, page integer, chunk_no integer, heading text,
               body text, score double precision)
language sql stable security definer rows 10 set search_path = '' set jit = off as $$
  with best as materialized (
    select r.file, r.chunk_no, r.score, c.id as corpus, r.place
    from private.knowledge_corpora c
    cross join lateral private.rank_corpus(pg_catalog.left(query, 6000), c.id, agent, max_results)
      with ordinality r (file, chunk_no, score, place)
    where company is null or c.company_id = company
    order by round(r.score * 1e8) desc, c.id, r.place limit max_results)
  select f.id, f.file_name, c.page, c.chunk_no, c.heading, c.body, b.score
  from best b
  cross join lateral (select s.file_id from private.knowledge_files s where s.id = b.file) s
  cross join lateral (select f.id, f.file_name from public.knowledge_base f
                      where f.id = s.file_id) f
  cross join lateral (select c.page, c.chunk_no, c.heading, c.body
                      from public.knowledge_chunks c
                      where c.file_id = s.file_id and c.chunk_no = b.chunk_no) c
  order by round(b.score * 1e8) desc, b.corpus, b.place
$$;

-- What the caller may read, best first. `label_agent` looks into the files opened to it, `ask_agent`
-- into every file; `score` is comparable within one answer only.
create function public.search_knowledge(query text, agent text, max_results integer)
returns table (file_id uuid, file_name text, page integer, chunk_no integer, heading text,
               body text, score double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  opened_to text := 'label_agent';
  company uuid := private.current_company();
begin
  if agent is null or agent not in ('label_agent', 'ask_agent') then
    return;
  elsif private.is_super_admin() then
    company := null;
  elsif company is null
        or not (private.has_role('admin') or private.may_use_label_agent()) then
    return;
  end if;
  if agent = 'ask_agent' and (company is null or private.has_role('admin')) then
    opened_to := null;
  end if;
  return query select * from private.rank_passages(
    query, company, opened_to, least(greatest(max_results, 1), 200));
end $$;

-- The same for the server's functions, which answer a person: Ask from every file of their company.
create function public.search_knowledge_for(
  person uuid, query text, agent text, max_results integer)
returns table (file_id uuid, file_name text, page integer, chunk_no integer, heading text,
               body text, score double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  asker public.profiles;
begin
  select * into asker from public.profiles p where p.id = person and p.status = 'active';
  if asker.company_id is null
     or not (agent = 'ask_agent' or (agent = 'label_agent' and asker.can_use_label_agent)) then
    return;
  end if;
  return query select * from private.rank_passages(
    query, asker.company_id, case when agent = 'label_agent' then agent end,
    least(greatest(max_results, 1), 200));
end $$;

-- What `search_knowledge_for` finds for people of a company, without one of its documents: for the server's
-- functions, which try questions before the document is deleted.
create function public.search_knowledge_in(
  company uuid, query text, agent text, max_results integer, without uuid default null)
returns table (file_id uuid, file_name text, page integer, chunk_no integer, heading text,
               body text, score double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(max_results, 1), 200);
begin
  if company is null or agent is null or agent not in ('label_agent', 'ask_agent') then
    return;
  end if;
  return query
    select r.file_id, r.file_name, r.page, r.chunk_no, r.heading, r.body, r.score
    from private.rank_passages(
      query, company, case when agent = 'label_agent' then agent end,
      case when without is null then wanted else 200 end) with ordinality
      as r (file_id, file_name, page, chunk_no, heading, body, score, place)
    where r.file_id is distinct from without
    order by r.place limit wanted;
end $$;

-- How many pages of a company's documents an agent does not search, because they are pictures: for the
-- server's functions, which write so in an answer that found nothing.
create function public.unsearched_pages(company uuid, agent text) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(cardinality(f.picture_pages)), 0)::integer
  from public.knowledge_base f
  join private.knowledge_files s on s.file_id = f.id and s.counted
  where f.company_id = unsearched_pages.company
    and (unsearched_pages.agent = 'ask_agent'
         or (unsearched_pages.agent = 'label_agent' and 'label_agent' = any (f.allowed_agents)))
$$;

revoke all on function
  public.search_knowledge, public.search_knowledge_for, public.search_knowledge_in, public.unsearched_pages
from public, anon, authenticated;
grant execute on function public.search_knowledge to authenticated, service_role;
grant execute on function
  public.search_knowledge_for, public.search_knowledge_in, public.unsearched_pages
to service_role;
revoke all on all functions in schema private from public;
