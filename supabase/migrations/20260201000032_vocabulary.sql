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

alter table public.vocabulary_terms enable row level security;
alter table public.vocabulary_terms force row level security;
revoke all on public.vocabulary_terms from anon, authenticated;
grant select, delete on public.vocabulary_terms to authenticated;
-- With an id, so that taking back a deletion brings the same row back.
grant insert (id, company_id, term, heard, created_by) on public.vocabulary_terms to authenticated;
grant all on public.vocabulary_terms to service_role;

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
  as restrictive for insert to authenticated
  with check ((select private.second_factor_suffices()));
create policy "terms are deleted with the second factor required" on public.vocabulary_terms
  as restrictive for delete to authenticated
  using ((select private.second_factor_suffices()));

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
revoke all on function private.limit_vocabulary() from public;

create trigger limit_vocabulary after insert on public.vocabulary_terms
  referencing new table as added for each statement execute function private.limit_vocabulary();

do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.vocabulary_terms;
  end if;
end $$;
