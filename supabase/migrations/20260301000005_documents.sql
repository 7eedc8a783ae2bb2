-- The documents of a company and the passages that answers rest on.

create table public.knowledge_base (
  id uuid primary key default gen_random_uuid(),
  -- As whoever uploaded it named it: for showing only.
  file_name text not null check (char_length(file_name) between 1 and 255),
  -- Two rows with one object would lose it when the first of them is deleted.
  file_path text not null unique check (char_length(file_path) <= 1024),
  company_id uuid not null references public.companies (id) on delete cascade,
  uploaded_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  allowed_agents text[] not null default '{}'
    check (allowed_agents <@ array['voice_agent', 'snap_agent', 'label_agent']),
  kind text not null check (kind in ('pdf', 'doc', 'docx', 'txt', 'md')),
  size_bytes integer not null check (size_bytes between 0 and 10485760),
  -- Null for kinds without pages.
  page_count integer check (page_count >= 0),
  -- Null while its text has not been read.
  passage_count integer check (passage_count >= 0),
  -- How many passages have arrived, and when they last changed.
  indexed_passages integer not null default 0,
  indexed_at timestamptz,
  deleting_at timestamptz,
  -- In which its words are stemmed; whoever reads the document detects it.
  language text not null default 'english'
    check (language in ('english', 'german', 'spanish', 'french')),
  -- The next version. It is named as soon as its row is there, before it answers. Checked at the end
  -- of a transaction: a version between two others is deleted before the two are joined.
  superseded_by uuid unique references public.knowledge_base (id) deferrable initially deferred,
  -- Since when a newer version answers in its place. It stays when that version is deleted, until an
  -- administrator has this one answer again.
  superseded_at timestamptz,
  -- Never; installed versions of the app read it.
  is_held boolean not null default false,
  -- Which pages are pictures without text: nothing on them is searched. Null for kinds without pages,
  -- and where it is not known.
  picture_pages integer[],
  -- How much of the content became passages, and what did not. Null where it is not known.
  reading jsonb check (
    jsonb_typeof(reading) = 'object' and octet_length(reading::text) <= 20000
    and (reading ->> 'share')::numeric between 0 and 1),
  constraint knowledge_base_picture_pages_check check (
    cardinality(picture_pages) <= page_count and array_position(picture_pages, null) is null
    and 1 <= all (picture_pages) and page_count >= all (picture_pages)),
  -- It is shown to a whole company and given to downloads: no character has it shown or stored as
  -- another name, which are control characters, those that turn the direction of writing, line
  -- separators, and the separators of paths.
  constraint knowledge_base_file_name_is_plain check (
    file_name !~ '[\u0001-\u001f\u007f-\u009f/\\\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'),
  check (file_path ~ '^[^/]+/[^/]+$' and split_part(file_path, '/', 1) = company_id::text)
);
create index knowledge_base_latest on public.knowledge_base (created_at desc);
create index knowledge_base_of_company on public.knowledge_base (company_id, created_at desc);
create index knowledge_base_of_uploader on public.knowledge_base (uploaded_by);
create index knowledge_base_languages on public.knowledge_base (company_id, language);

alter table public.knowledge_base enable row level security, force row level security;
revoke all on public.knowledge_base from anon, authenticated;
grant select, delete on public.knowledge_base to authenticated;
grant insert (id, file_name, file_path, company_id, uploaded_by, allowed_agents, kind, size_bytes,
              page_count, passage_count, language, picture_pages, reading),
      update (allowed_agents, page_count, passage_count, deleting_at, language, picture_pages, reading)
  on public.knowledge_base to authenticated;
grant all on public.knowledge_base to service_role;
alter publication supabase_realtime add table public.knowledge_base;

create policy "people read the files that are open to them"
  on public.knowledge_base for select to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company())
             and ((select private.has_role('admin'))
                  or ((select private.may_use_label_agent()) and 'label_agent' = any (allowed_agents)
                      and deleting_at is null and not is_held))));

create policy "administrators add files" on public.knowledge_base
  for insert to authenticated
  with check (uploaded_by = (select auth.uid())
              and ((select private.is_super_admin())
                   or (company_id = (select private.current_company())
                       and (select private.has_role('admin')))));

create policy "administrators change files" on public.knowledge_base
  for update to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))))
  with check ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "administrators delete files" on public.knowledge_base
  for delete to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "files are added with the second factor required" on public.knowledge_base
  as restrictive for insert to authenticated with check ((select private.second_factor_suffices()));
create policy "files are changed with the second factor required" on public.knowledge_base
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));
create policy "files are deleted with the second factor required" on public.knowledge_base
  as restrictive for delete to authenticated using ((select private.second_factor_suffices()));

create trigger keep_plain_names before insert or update of file_name on public.knowledge_base
  for each row execute function private.keep_plain_names('file_name');

-- Its passages, its object's folder and the figures of the search are those of one company.
create function private.keep_file_company() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'A file stays with its company' using errcode = '23514';
end $$;
create trigger keep_file_company before update of company_id on public.knowledge_base
  for each row when (new.company_id <> old.company_id)
  execute function private.keep_file_company();

create table public.knowledge_chunks (
  id uuid primary key default gen_random_uuid(),
  file_id uuid not null references public.knowledge_base (id) on delete cascade,
  -- The file's.
  company_id uuid not null,
  chunk_no integer not null check (chunk_no >= 0),
  page integer check (page >= 1),
  heading text check (char_length(heading) <= 1000),
  body text not null check (char_length(body) between 1 and 4000),
  -- A passage that is sent twice is one; the index also serves a file read from its beginning.
  unique (file_id, chunk_no)
);

alter table public.knowledge_chunks enable row level security, force row level security;
revoke all on public.knowledge_chunks from anon, authenticated;
grant select, delete on public.knowledge_chunks to authenticated;
grant insert (file_id, chunk_no, page, heading, body) on public.knowledge_chunks to authenticated;
grant all on public.knowledge_chunks to service_role;

-- Asked under the policies of knowledge_base: whoever reads a file reads its passages.
create policy "people read the passages of the files they read" on public.knowledge_chunks
  for select to authenticated
  using (file_id in (select f.id from public.knowledge_base f));

create policy "administrators add passages" on public.knowledge_chunks
  for insert to authenticated
  with check ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "administrators delete passages" on public.knowledge_chunks
  for delete to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "passages are added with the second factor required" on public.knowledge_chunks
  as restrictive for insert to authenticated with check ((select private.second_factor_suffices()));
create policy "passages are deleted with the second factor required" on public.knowledge_chunks
  as restrictive for delete to authenticated using ((select private.second_factor_suffices()));

-- The company is that of the file, and not the writer's to state.
create function private.stamp_passage_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.company_id := (select f.company_id from public.knowledge_base f where f.id = new.file_id);
  return new;
end $$;
create trigger stamp_passage_company before insert or update on public.knowledge_chunks
  for each row execute function private.stamp_passage_company();

-- Three triggers, because each kind of statement has transition tables of its own.
create function private.tally_passages() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
begin
  if tg_op = 'INSERT' then
    select jsonb_object_agg(c.file_id, c.n) into changes
    from (select a.file_id, count(*) as n from added a group by a.file_id) c;
  elsif tg_op = 'DELETE' then
    select jsonb_object_agg(c.file_id, -c.n) into changes
    from (select r.file_id, count(*) as n from removed r group by r.file_id) c;
  else
    select jsonb_object_agg(c.file_id, c.n) into changes
    from (select u.file_id, sum(u.n) as n
          from (select a.file_id, 1 as n from added a
                union all select r.file_id, -1 from removed r) u
          group by u.file_id) c;
  end if;
  update public.knowledge_base f
  set indexed_passages = f.indexed_passages + (changes ->> f.id::text)::integer,
      -- Never the same twice, however soon the clock is read again.
      indexed_at = greatest(clock_timestamp(), f.indexed_at + interval '1 microsecond')
  where f.id in (select jsonb_object_keys(changes)::uuid);
  return null;
end $$;
create trigger tally_added_passages after insert on public.knowledge_chunks
  referencing new table as added
  for each statement execute function private.tally_passages();
create trigger tally_changed_passages after update on public.knowledge_chunks
  referencing old table as removed new table as added
  for each statement execute function private.tally_passages();
create trigger tally_removed_passages after delete on public.knowledge_chunks
  referencing old table as removed
  for each statement execute function private.tally_passages();

-- The files themselves, each at <company id>/<name>. Whoever reads a row of knowledge_base reads
-- its object; the first folder says whose company it belongs to. Objects are written once: nobody
-- replaces or moves one.
insert into storage.buckets (id, name, public, file_size_limit)
values ('knowledge-base', 'knowledge-base', false, 10485760)
on conflict (id) do nothing;

create policy "people read the objects of the files they read" on storage.objects
  for select to authenticated
  using (bucket_id = 'knowledge-base'
         and ((select private.is_super_admin())
              or ((storage.foldername(name))[1] = (select private.current_company())::text
                  and (select private.has_role('admin')))
              or name in (select f.file_path from public.knowledge_base f)));

create policy "administrators add objects in the folder of a company" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'knowledge-base'
              and (((select private.is_super_admin())
                    and (storage.foldername(name))[1] in (select c.id::text from public.companies c))
                   or ((storage.foldername(name))[1] = (select private.current_company())::text
                       and (select private.has_role('admin')))));

create policy "administrators delete objects of their company" on storage.objects
  for delete to authenticated
  using (bucket_id = 'knowledge-base'
         and ((select private.is_super_admin())
              or ((storage.foldername(name))[1] = (select private.current_company())::text
                  and (select private.has_role('admin')))));

create policy "objects are added with the second factor required" on storage.objects
  as restrictive for insert to authenticated
  with check (bucket_id <> 'knowledge-base' or (select private.second_factor_suffices()));
create policy "objects are deleted with the second factor required" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'knowledge-base' or (select private.second_factor_suffices()));

-- Companies with the numbers of their people and documents (not versions), for administrators. It is read
-- with the reader's own rights: a field technician, who sees no colleagues, would get a wrong number.
create view public.company_overview with (security_invoker = true) as
  select c.id, c.name, c.created_at,
         (select count(*)::integer from public.profiles p where p.company_id = c.id) as user_count,
         (select count(*)::integer from public.knowledge_base f
          where f.company_id = c.id and f.superseded_by is null) as file_count,
         c.require_second_factor
  from public.companies c
  where (select private.is_super_admin()) or (select private.has_role('admin'));
revoke all on public.company_overview from anon, authenticated;
grant select on public.company_overview to authenticated, service_role;

revoke all on all functions in schema private from public;
