create table public.ai_prompt_settings (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  prompt_key text not null check (prompt_key ~ '^[a-z][a-z0-9_]{0,99}$'),
  prompt_value text not null check (char_length(prompt_value) between 1 and 20000),
  description text check (char_length(description) <= 1000),
  updated_by uuid references public.profiles (id) on delete set null,
  updated_at timestamptz not null default now(),
  -- One value per company and key; the index also serves the list ordered by key.
  unique (company_id, prompt_key)
);

alter table public.ai_prompt_settings enable row level security, force row level security;
revoke all on public.ai_prompt_settings from anon, authenticated;
grant select, delete on public.ai_prompt_settings to authenticated;
grant insert (prompt_key, prompt_value, description, company_id, updated_by, updated_at),
      update (prompt_value, description, updated_by, updated_at)
  on public.ai_prompt_settings to authenticated;
grant all on public.ai_prompt_settings to service_role;
alter publication supabase_realtime add table public.ai_prompt_settings;

create policy "super administrators read prompts" on public.ai_prompt_settings
  for select to authenticated using ((select private.is_super_admin()));

create policy "super administrators add prompts" on public.ai_prompt_settings
  for insert to authenticated
  with check ((select private.is_super_admin()) and updated_by = (select auth.uid()));

create policy "super administrators change prompts" on public.ai_prompt_settings
  for update to authenticated
  using ((select private.is_super_admin()))
  with check ((select private.is_super_admin()) and updated_by = (select auth.uid()));

create policy "super administrators delete prompts" on public.ai_prompt_settings
  for delete to authenticated using ((select private.is_super_admin()));

create policy "prompts are added with the second factor required" on public.ai_prompt_settings
  as restrictive for insert to authenticated with check ((select private.second_factor_suffices()));
create policy "prompts are changed with the second factor required" on public.ai_prompt_settings
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));
create policy "prompts are deleted with the second factor required" on public.ai_prompt_settings
  as restrictive for delete to authenticated using ((select private.second_factor_suffices()));

-- The words of a company's trade: model numbers, parts, people, places. A transcriber that knows them
-- writes them as the company does. Where `heard` is set, that text always becomes the term.
create table public.vocabulary_terms (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  term text not null check (char_length(term) between 1 and 80 and term !~ '^\s|\s$|[\n\r\t]'),
  heard text check (char_length(heard) between 1 and 80 and heard !~ '^\s|\s$|[\n\r\t]'),
  -- Unknown for an account that was deleted.
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);

-- One row for a term, and one for what is heard, however they are capitalised.
create unique index vocabulary_terms_term
  on public.vocabulary_terms (company_id, lower(term)) where heard is null;
create unique index vocabulary_terms_heard
  on public.vocabulary_terms (company_id, lower(heard)) where heard is not null;
create index vocabulary_terms_latest on public.vocabulary_terms (company_id, created_at desc);
create index vocabulary_terms_of_author on public.vocabulary_terms (created_by);

alter table public.vocabulary_terms enable row level security, force row level security;
revoke all on public.vocabulary_terms from anon, authenticated;
grant select, delete on public.vocabulary_terms to authenticated;
-- With an id, so that taking back a deletion brings the same row back.
grant insert (id, company_id, term, heard, created_by) on public.vocabulary_terms to authenticated;
grant all on public.vocabulary_terms to service_role;
alter publication supabase_realtime add table public.vocabulary_terms;

-- Technicians as well: their devices correct what they heard without a network.
create policy "people read the vocabulary of their company" on public.vocabulary_terms
  for select to authenticated
  using ((select private.is_super_admin()) or company_id = (select private.current_company()));

create policy "administrators add terms" on public.vocabulary_terms
  for insert to authenticated
  with check (created_by = (select auth.uid())
              and ((select private.is_super_admin())
                   or (company_id = (select private.current_company())
                       and (select private.has_role('admin')))));

create policy "administrators delete terms" on public.vocabulary_terms
  for delete to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "terms are added with the second factor required" on public.vocabulary_terms
  as restrictive for insert to authenticated with check ((select private.second_factor_suffices()));
create policy "terms are deleted with the second factor required" on public.vocabulary_terms
  as restrictive for delete to authenticated using ((select private.second_factor_suffices()));

create trigger keep_plain_names before insert or update of term, heard on public.vocabulary_terms
  for each row execute function private.keep_plain_names('term', 'heard');

-- A company has at most 1,000: every device of its people holds them all.
create function private.limit_vocabulary() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time for a company, or two at once would each count without the other.
  perform from public.companies c
  where c.id in (select a.company_id from added a) order by c.id for no key update;
  if exists (select from public.vocabulary_terms t
             where t.company_id in (select a.company_id from added a)
             group by t.company_id having count(*) > 1000) then
    raise exception 'A company''s vocabulary has at most 1,000 entries.'
      using errcode = '23514', hint = 'refused_by_rule';
  end if;
  return null;
end $$;
create trigger limit_vocabulary after insert on public.vocabulary_terms
  referencing new table as added for each statement execute function private.limit_vocabulary();

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

alter table public.golden_questions enable row level security, force row level security;
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
  as restrictive for insert to authenticated with check ((select private.second_factor_suffices()));
create policy "golden questions are changed with the second factor required" on public.golden_questions
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));
create policy "golden questions are deleted with the second factor required" on public.golden_questions
  as restrictive for delete to authenticated using ((select private.second_factor_suffices()));

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

-- A document of another company is none of this set's. A question names the version that answers, whichever
-- it is given.
create function private.check_golden_file() returns trigger
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
create trigger limit_golden_questions after insert on public.golden_questions
  referencing new table as added for each statement execute function private.limit_golden_questions();

-- Golden questions follow their document from version to version.
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

revoke all on all functions in schema private from public;
