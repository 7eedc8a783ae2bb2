-- Which pages of a file are pictures without text: none of what stands on them is searched. Whoever
-- reads the document finds them. Null for kinds without pages, and for files that were read before:
-- of these it is not known.
alter table public.knowledge_base add column picture_pages integer[]
  constraint knowledge_base_picture_pages_check check (
    cardinality(picture_pages) <= page_count and array_position(picture_pages, null) is null
    and 1 <= all (picture_pages) and page_count >= all (picture_pages));
grant insert (picture_pages), update (picture_pages) on public.knowledge_base to authenticated;

-- As it was, with these pages.
drop function public.add_document_version(
  uuid, uuid, text, text, text, integer, integer, integer, boolean, text);
create function public.add_document_version(
  previous uuid, id uuid, file_name text, file_path text, kind text, size_bytes integer,
  page_count integer, passage_count integer, held boolean default false,
  language text default 'english', picture_pages integer[] default null) returns void
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
    allowed_agents, kind, size_bytes, page_count, picture_pages, language, passage_count, is_held)
  values (add_document_version.id, add_document_version.file_name, add_document_version.file_path,
    found.company_id, auth.uid(), found.allowed_agents, add_document_version.kind,
    add_document_version.size_bytes, add_document_version.page_count,
    add_document_version.picture_pages, add_document_version.language,
    add_document_version.passage_count, add_document_version.held);
  update public.knowledge_base f set superseded_by = add_document_version.id where f.id = found.id;
end $$;
revoke all on function public.add_document_version(
  uuid, uuid, text, text, text, integer, integer, integer, boolean, text, integer[])
from public, anon, authenticated;
grant execute on function public.add_document_version(
  uuid, uuid, text, text, text, integer, integer, integer, boolean, text, integer[])
to authenticated, service_role;

-- How many pages of a company's documents an agent does not search, because they are pictures: for
-- the server's functions, which say so with an answer that found nothing.
create function public.unsearched_pages(company uuid, agent text) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(cardinality(f.picture_pages)), 0)::integer
  from public.knowledge_base f
  join private.knowledge_files s on s.file_id = f.id and s.counted
  where f.company_id = unsearched_pages.company
    and (unsearched_pages.agent = 'ask_agent'
         or (unsearched_pages.agent = 'label_agent' and 'label_agent' = any (f.allowed_agents)))
$$;
revoke all on function public.unsearched_pages(uuid, text) from public, anon, authenticated;
grant execute on function public.unsearched_pages(uuid, text) to service_role;
