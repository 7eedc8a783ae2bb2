-- Removes what earlier versions made and nothing uses any more.

-- No version of a document is held back any more. One that was counts as incomplete: the version before it goes
-- on answering until an administrator indexes the new one again, or deletes it.
update public.knowledge_base set is_held = false, passage_count = null where is_held;
alter table public.knowledge_base drop constraint if exists knowledge_base_is_not_held;
alter table public.knowledge_base add constraint knowledge_base_is_not_held check (not is_held);
drop function if exists public.release_document_version, public.search_with_version;

-- What a deleted account left on a device is exported there, and no history row is given to the next account.
drop function if exists public.take_over_logs;
