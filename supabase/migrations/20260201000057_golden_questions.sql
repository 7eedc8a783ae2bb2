-- The golden set of a company: questions with what their answers must be, against which a change of a
-- prompt or of the documents is tried before it is made.
create table public.golden_questions (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  agent text not null check (agent in ('label', 'ask')),
  question text not null check (char_length(question) between 1 and 4000 and question ~ '\S'),
  -- `passage`: the answer rests on a passage with the expected words; `words`: it holds them itself;
  -- `refusal`: nothing must be found.
  expected text not null check (expected in ('passage', 'words', 'refusal')),
  expected_text text check (char_length(expected_text) between 1 and 1000 and expected_text ~ '\S'),
  -- The document that a passage must be of; null: any. Checked at the end of a transaction: when a
  -- version of a document is deleted, the question names another one.
  file_id uuid references public.knowledge_base (id) deferrable initially deferred,
  -- Unknown for an account that was deleted.
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  check ((expected = 'refusal') = (expected_text is null)),
  check (expected = 'passage' or file_id is null)
);

create index golden_questions_latest on public.golden_questions (company_id, created_at desc);
create index golden_questions_of_author on public.golden_questions (created_by);
create index golden_questions_of_file on public.golden_questions (file_id);

alter table public.golden_questions enable row level security;
alter table public.golden_questions force row level security;
revoke all on public.golden_questions from public, anon, authenticated;
grant select, delete on public.golden_questions to authenticated;
-- With an id, so that taking back a deletion brings the same row back.
grant insert (id, company_id, agent, question, expected, expected_text, file_id, created_by),
      update (agent, question, expected, expected_text, file_id)
  on public.golden_questions to authenticated;
grant all on public.golden_questions to service_role;

create policy "administrators read the golden set" on public.golden_questions
  for select to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "administrators add golden questions" on public.golden_questions
  for insert to authenticated
  with check (created_by = (select auth.uid())
              and ((select private.is_super_admin())
                   or (company_id = (select private.current_company())
                       and (select private.has_role('admin')))));

create policy "administrators change golden questions" on public.golden_questions
  for update to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))))
  with check ((select private.is_super_admin())
              or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "administrators delete golden questions" on public.golden_questions
  for delete to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "golden questions are added with the second factor required" on public.golden_questions
  as restrictive for insert to authenticated
  with check ((select private.second_factor_suffices()));
create policy "golden questions are changed with the second factor required" on public.golden_questions
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));
create policy "golden questions are deleted with the second factor required" on public.golden_questions
  as restrictive for delete to authenticated
  using ((select private.second_factor_suffices()));

-- A document of another company is none of this set's.
create function private.check_golden_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.file_id is not null and not exists (
    select from public.knowledge_base f where f.id = new.file_id and f.company_id = new.company_id
  ) then
    raise exception 'This document does not belong to the company.'
      using errcode = '23514', hint = 'refused_by_rule';
  end if;
  return new;
end $$;
revoke all on function private.check_golden_file() from public;

create trigger check_golden_file before insert or update of file_id on public.golden_questions
  for each row execute function private.check_golden_file();

-- A company has at most 40: all of them are asked before a change.
create function private.limit_golden_questions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time for a company, or two at once would each count without the other.
  perform from public.companies c
  where c.id in (select a.company_id from added a) order by c.id for no key update;
  if exists (select from public.golden_questions g
             where g.company_id in (select a.company_id from added a)
             group by g.company_id having count(*) > 40) then
    raise exception 'A golden set has at most 40 questions.'
      using errcode = '23514', hint = 'refused_by_rule';
  end if;
  return null;
end $$;
revoke all on function private.limit_golden_questions() from public;

create trigger limit_golden_questions after insert on public.golden_questions
  referencing new table as added for each statement execute function private.limit_golden_questions();
