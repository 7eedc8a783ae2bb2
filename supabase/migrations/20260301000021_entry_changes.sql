-- What people change about their entries after they were made: the job that an entry belongs to, and the
-- texts of a note. A change is a row of its own, so that the original and every version stay. The valid one
-- is the one with the highest revision.

-- The job that was chosen when the entry was made. It is checked at the end: a company that is deleted takes
-- its jobs along before its entries have lost theirs.
alter table public.agent_logs add column job_id uuid references public.jobs (id) on delete set null
  deferrable initially deferred;
create index agent_logs_of_job on public.agent_logs (job_id, created_at desc) where job_id is not null;
grant insert (job_id) on public.agent_logs to authenticated;

create table public.entry_changes (
  -- The id of the queue's item: a change that is sent twice is one row.
  id uuid primary key,
  -- The item that the entry's row in agent_logs belongs to: it may arrive after its change.
  entry_id uuid not null,
  user_id uuid references public.profiles (id) on delete set null,
  company_id uuid references public.companies (id) on delete set null,
  kind text not null check (kind in ('job', 'text')),
  -- Null takes the entry out of its job, and so does the deletion of the job.
  job_id uuid references public.jobs (id) on delete set null deferrable initially deferred,
  transcription text check (char_length(transcription) <= 200000),
  summary text check (char_length(summary) <= 20000),
  -- A later change of an entry has a higher number, whatever the device's clock says.
  revision bigint not null check (revision > 0),
  changed_at timestamptz not null,
  created_at timestamptz not null default now(),
  former_user_id uuid,
  item_id uuid not null,
  unique (user_id, item_id),
  check ((kind = 'job' and transcription is null and summary is null)
         or (kind = 'text' and job_id is null and transcription is not null and summary is not null))
);
create index entry_changes_of_entry on public.entry_changes (entry_id, kind, revision desc);
create index entry_changes_of_person on public.entry_changes (user_id, created_at desc);
create index entry_changes_of_company on public.entry_changes (company_id, created_at desc);
create index entry_changes_of_job on public.entry_changes (job_id) where job_id is not null;

alter table public.entry_changes enable row level security, force row level security;
revoke all on public.entry_changes from public, anon, authenticated;
-- What happened is written once: nobody updates or deletes it.
grant select on public.entry_changes to authenticated;
grant insert (id, entry_id, user_id, kind, job_id, transcription, summary, revision, changed_at)
  on public.entry_changes to authenticated;
grant all on public.entry_changes to service_role;
alter publication supabase_realtime add table public.entry_changes;

create policy "people read their own, administrators their company's" on public.entry_changes
  for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.is_active()))
         or (select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "people write their own" on public.entry_changes
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_active()));

-- A change belongs to the company of its entry, or to the writer's while the entry has not arrived: somebody
-- who moved to another company takes no text of the earlier one there.
create function private.stamp_company_of_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select l.company_id into new.company_id from public.agent_logs l
  where l.user_id = new.user_id and l.item_id = new.entry_id;
  if not found then
    new.company_id := (select p.company_id from public.profiles p where p.id = new.user_id);
  end if;
  return new;
end $$;
create trigger stamp_company before insert on public.entry_changes
  for each row execute function private.stamp_company_of_entry();
revoke all on function private.stamp_company_of_entry from public, anon;
create trigger keep_former_user before update of user_id on public.entry_changes
  for each row when (old.user_id is not null and new.user_id is null)
  execute function private.keep_former_user();
create trigger keep_item_id before insert on public.entry_changes for each row
  execute function private.keep_item_id('');

-- A job that was deleted meanwhile, or of another company, is none: what waits on a device arrives all the
-- same. Triggers run in the order of their names: the company is stamped before.
create function private.stamp_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.job_id := (select j.id from public.jobs j
                 where j.id = new.job_id and j.company_id = new.company_id);
  return new;
end $$;
create trigger stamp_job before insert on public.agent_logs
  for each row when (new.job_id is not null) execute function private.stamp_job();
create trigger stamp_job before insert on public.entry_changes
  for each row when (new.job_id is not null) execute function private.stamp_job();
revoke all on function private.stamp_job from public, anon;

-- An entry that an operator deletes takes along the texts that were written instead of its own.
create function private.delete_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.entry_changes c
  where c.entry_id = old.item_id
    and coalesce(c.user_id, c.former_user_id) = coalesce(old.user_id, old.former_user_id);
  return null;
end $$;
create trigger delete_changes after delete on public.agent_logs
  for each row execute function private.delete_changes();
revoke all on function private.delete_changes from public, anon;

-- The entries as they are valid now, read with the reader's own rights.
create view public.entries with (security_invoker = true) as
  select l.id, l.user_id, l.company_id, l.agent_type, l.input_type,
         coalesce(t.transcription, l.input_data) as input_data,
         coalesce(left(t.summary, 500), l.output_summary) as output_summary,
         case when j.id is null then l.job_id else j.job_id end as job_id,
         t.changed_at as edited_at, l.captured_at, l.created_at
  from public.agent_logs l
  left join lateral (
    select c.transcription, c.summary, c.changed_at from public.entry_changes c
    where c.entry_id = l.item_id and c.kind = 'text'
      and coalesce(c.user_id, c.former_user_id) = coalesce(l.user_id, l.former_user_id)
    order by c.revision desc, c.id desc limit 1
  ) t on true
  left join lateral (
    select c.id, c.job_id from public.entry_changes c
    where c.entry_id = l.item_id and c.kind = 'job'
      and coalesce(c.user_id, c.former_user_id) = coalesce(l.user_id, l.former_user_id)
    order by c.revision desc, c.id desc limit 1
  ) j on true;
revoke all on public.entries from public, anon, authenticated;
grant select on public.entries to authenticated, service_role;

-- How people corrected what was heard: a row for each corrected note, as its transcription is valid now.
create view public.corrected_notes with (security_invoker = true) as
  select c.id, c.company_id, c.created_at, l.input_data as heard, c.transcription as corrected
  from public.entry_changes c
  join public.agent_logs l on l.user_id = c.user_id and l.item_id = c.entry_id
  where c.kind = 'text' and c.transcription <> l.input_data
    and not exists (
      select from public.entry_changes later
      where later.entry_id = c.entry_id and later.kind = 'text' and later.user_id = c.user_id
        and (later.revision, later.id) > (c.revision, c.id));
revoke all on public.corrected_notes from public, anon, authenticated;
grant select on public.corrected_notes to authenticated, service_role;
