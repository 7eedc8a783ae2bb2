-- The documents of a company and the passages that answers rest on.

-- The one thing a field technician's account may lack for reading documents.
create function private.may_use_label_agent() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p
                 where p.id = auth.uid() and p.status = 'active' and p.can_use_label_agent);
end $$;
revoke all on function private.may_use_label_agent() from public;
grant execute on function private.may_use_label_agent() to authenticated, service_role;

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
  check (file_path ~ '^[^/]+/[^/]+$' and split_part(file_path, '/', 1) = company_id::text)
);

create index knowledge_base_latest on public.knowledge_base (created_at desc);
create index knowledge_base_of_company on public.knowledge_base (company_id, created_at desc);
create index knowledge_base_of_uploader on public.knowledge_base (uploaded_by);

alter table public.knowledge_base enable row level security;
alter table public.knowledge_base force row level security;
revoke all on public.knowledge_base from anon, authenticated;
grant select, delete on public.knowledge_base to authenticated;
grant insert (id, file_name, file_path, company_id, uploaded_by, allowed_agents, kind, size_bytes,
              page_count, passage_count),
      update (allowed_agents, page_count, passage_count, deleting_at)
  on public.knowledge_base to authenticated;
grant all on public.knowledge_base to service_role;

create policy "people read the files that are open to them"
  on public.knowledge_base for select to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company())
             and ((select private.has_role('admin'))
                  or ((select private.may_use_label_agent())
                      and 'label_agent' = any (allowed_agents) and deleting_at is null))));

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

alter table public.knowledge_chunks enable row level security;
alter table public.knowledge_chunks force row level security;
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

-- The company is that of the file, and not the writer's to state.
create function private.stamp_passage_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.company_id := (select f.company_id from public.knowledge_base f where f.id = new.file_id);
  return new;
end $$;

create trigger stamp_passage_company before insert or update on public.knowledge_chunks
  for each row execute function private.stamp_passage_company();

-- Its passages, its object's folder and the figures of the search are those of one company.
create function private.keep_file_company() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'A file stays with its company' using errcode = '23514';
end $$;

create trigger keep_file_company before update of company_id on public.knowledge_base
  for each row when (new.company_id <> old.company_id)
  execute function private.keep_file_company();

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
      -- Never the same twice, however quick the clock is asked.
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

revoke all on function private.stamp_passage_company(), private.keep_file_company(),
  private.tally_passages() from public;
