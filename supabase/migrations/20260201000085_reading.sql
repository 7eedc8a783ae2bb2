-- How much of a file's content became passages, and what did not: whoever reads the document tells it.
-- Null for files that were read before this was kept.
alter table public.knowledge_base add column reading jsonb
  constraint knowledge_base_reading_check check (
    jsonb_typeof(reading) = 'object' and octet_length(reading::text) <= 20000
    and (reading ->> 'share')::numeric between 0 and 1);
grant insert (reading), update (reading) on public.knowledge_base to authenticated;

-- As it was, with what was read.
drop function public.add_document_version(
  uuid, uuid, text, text, text, integer, integer, integer, boolean, text, integer[]);
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
revoke all on function public.add_document_version(
  uuid, uuid, text, text, text, integer, integer, integer, boolean, text, integer[], jsonb)
from public, anon, authenticated;
grant execute on function public.add_document_version(
  uuid, uuid, text, text, text, integer, integer, integer, boolean, text, integer[], jsonb)
to authenticated, service_role;
