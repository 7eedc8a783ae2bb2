-- Search: BM25 over the passages of a company.
--
-- Postgres ranks by words alone (ts_rank knows neither how rare a word is nor how long a passage),
-- so that the postings are kept here: for each term and file one array with an entry for each of
-- its passages. Everything is written by the triggers below, one change of a company at a time.

-- The figures of a company count the searchable files alone: those whose passages all arrived and
-- that are not being deleted.
create table private.knowledge_corpora (
  id integer primary key generated always as identity,
  company_id uuid not null unique references public.companies (id) on delete cascade,
  passages bigint not null default 0,
  words bigint not null default 0
);

create table private.knowledge_terms (
  id integer primary key generated always as identity,
  corpus integer not null references private.knowledge_corpora (id) on delete cascade,
  term text collate "C" not null,
  -- In how many of the corpus's passages it is.
  passages integer not null default 0,
  unique (corpus, term)
) with (fillfactor = 70);

create table private.knowledge_files (
  id integer primary key generated always as identity,
  -- Its row goes with the file's, by a trigger that takes the postings and the figures as well.
  file_id uuid not null unique,
  corpus integer not null,
  words bigint not null default 0,
  passages integer not null default 0,
  -- Whether the corpus counts it.
  counted boolean not null default false
);

create index knowledge_files_of_corpus on private.knowledge_files (corpus);

-- An entry is (chunk_no << 24) | (words of the passage << 8) | occurrences. Arrays of one term and file
-- are as many as the statements that brought its passages.
create table private.knowledge_postings (
  term integer not null,
  file integer not null,
  entries bigint[] not null
);

create index knowledge_postings_of_term on private.knowledge_postings (term, file);
create index knowledge_postings_of_file on private.knowledge_postings (file);

revoke all on private.knowledge_corpora, private.knowledge_terms, private.knowledge_files,
  private.knowledge_postings from public, anon, authenticated;

-- The words of a text: English stems without stop words. Whatever is neither letter nor digit parts
-- them, because the parser would otherwise make hosts, paths and negative numbers of codes.
create function private.word_vector(content text) returns tsvector
language sql immutable parallel safe as $$
  select pg_catalog.to_tsvector('pg_catalog.english', pg_catalog.translate(pg_catalog.lower(content),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~–—‐‑‒−’‘“”„…•·°®™©×', pg_catalog.repeat(' ', 64)))
$$;

-- The terms of a text and how often each is there: its words, and its codes ("E-47", "HP-240/B",
-- "2.5") whole, as written. A code of letters and digits counts without its hyphens and slashes as
-- well, so that "R32" and "R-32" find each other; that spelling weighs half.
create function private.text_terms(content text)
returns table (term text, occurrences integer, is_word boolean, weight double precision)
language plpgsql immutable parallel safe rows 100 set search_path = '' as $$
begin
  return query
  select w.lexeme, least(cardinality(w.positions), 255), true, 1.0::double precision
  from unnest(private.word_vector(content)) w;
  if content ~ '[0-9][-–‑/._]|[-–‑/._][0-9]' then
    return query
    with codes as (
      select m.parts[1] as code, least(count(*), 255)::integer as n
      from regexp_matches(translate(lower(content), '–‑', '--'),
                          '([a-z0-9]+(?:[-/._][a-z0-9]+)+)', 'g') m (parts)
      where m.parts[1] ~ '[0-9]' and char_length(m.parts[1]) <= 64
      group by m.parts[1])
    select c.code, c.n, false, 1.0::double precision from codes c
    union all
    select translate(c.code, '-/_', ''), c.n, false, 0.5::double precision from codes c
    where c.code ~ '[a-z]' and c.code ~ '[-/_]' and c.code !~ '\.';
  end if;
end $$;

-- Adds a file's figures to its corpus, or takes them out again. The caller has the corpus locked.
create function private.count_file(wanted integer, counts boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sign integer := case when counts then 1 else -1 end;
  found private.knowledge_files;
begin
  update private.knowledge_files f set counted = counts
  where f.id = wanted and f.counted <> counts returning * into found;
  if found.id is null then
    return;
  end if;
  update private.knowledge_corpora c
  set passages = c.passages + sign * found.passages, words = c.words + sign * found.words
  where c.id = found.corpus;
  update private.knowledge_terms t set passages = t.passages + sign * p.n
  from (select p.term, sum(cardinality(p.entries))::integer as n
        from private.knowledge_postings p where p.file = wanted group by p.term) p
  where t.id = p.term;
end $$;

-- Posts passages. The caller has the corpora of their files locked and the files uncounted.
create function private.post_passages(wanted uuid[]) returns void
language plpgsql security definer
set search_path = '' set jit = off set work_mem = '64MB' as $$
begin
  with found as materialized (
    select f.id as file, f.corpus, c.chunk_no, t.term, t.occurrences, t.is_word
    from unnest(wanted) w (id)
    join public.knowledge_chunks c on c.id = w.id
    join private.knowledge_files f on f.file_id = c.file_id
    cross join lateral private.text_terms(concat_ws(' ', c.heading, c.body)) t
  ), lengths as materialized (
    select f.file, f.chunk_no,
           least(coalesce(sum(f.occurrences) filter (where f.is_word), 0), 65535) as words
    from found f group by f.file, f.chunk_no
  ), new_terms as (
    insert into private.knowledge_terms (corpus, term)
    select distinct f.corpus, f.term from found f
    where not exists (select from private.knowledge_terms t
                      where t.corpus = f.corpus and t.term = f.term)
    on conflict do nothing
    returning id, corpus, term
  ), terms as (
    select t.id, t.corpus, t.term from private.knowledge_terms t
    where (t.corpus, t.term) in (select f.corpus, f.term from found f)
    union all
    select * from new_terms
  ), posted as (
    insert into private.knowledge_postings (term, file, entries)
    select e.term, e.file,
           array_agg((e.chunk_no::bigint << 24) | (e.words << 8) | e.occurrences order by e.chunk_no)
    from (select t.id as term, f.file, f.chunk_no, l.words::bigint as words,
                 least(sum(f.occurrences), 255) as occurrences
          from found f
          join terms t on t.corpus = f.corpus and t.term = f.term
          join lengths l on l.file = f.file and l.chunk_no = f.chunk_no
          group by t.id, f.file, f.chunk_no, l.words) e
    group by e.term, e.file
  )
  update private.knowledge_files f set words = f.words + l.words
  from (select l.file, sum(l.words) as words from lengths l group by l.file) l
  where f.id = l.file;

  -- Passages without a word are passages all the same.
  update private.knowledge_files f set passages = f.passages + n.n
  from (select c.file_id, count(*) as n from public.knowledge_chunks c
        where c.id = any (wanted) group by c.file_id) n
  where f.file_id = n.file_id;
end $$;

-- Forgets a file's postings, and the terms that no other file has. The caller has the corpus locked
-- and the file uncounted.
create function private.unpost_file(wanted integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  terms integer[];
begin
  with gone as (delete from private.knowledge_postings p where p.file = wanted returning p.term)
  select array_agg(distinct g.term) into terms from gone g;
  delete from private.knowledge_terms t
  where t.id = any (terms)
    and not exists (select from private.knowledge_postings p where p.term = t.id);
  update private.knowledge_files f set words = 0, passages = 0 where f.id = wanted;
end $$;

-- Locks files and then their corpora, always in one order, and brings both into being here. Answers
-- the files' numbers; a file that is going is none of them any more.
create function private.lock_files(wanted uuid[]) returns integer[]
language plpgsql security definer set search_path = '' as $$
declare
  companies uuid[];
begin
  perform from public.knowledge_base f where f.id = any (wanted) order by f.id for no key update;
  select array_agg(distinct f.company_id) into companies
  from public.knowledge_base f join public.companies c on c.id = f.company_id
  where f.id = any (wanted);
  insert into private.knowledge_corpora (company_id)
  select c from unnest(companies) c order by c on conflict do nothing;
  perform from private.knowledge_corpora c
  where c.company_id = any (companies) order by c.id for update;
  insert into private.knowledge_files (file_id, corpus)
  select f.id, c.id from public.knowledge_base f
  join private.knowledge_corpora c on c.company_id = f.company_id
  where f.id = any (wanted)
  on conflict do nothing;
  return array(select f.id from private.knowledge_files f where f.file_id = any (wanted) order by f.id);
end $$;

-- Keeps the postings with the passages. It runs before tally_passages does, by its name: the tally
-- makes a file searchable, and then its figures have to be those of its passages.
create function private.index_passages() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[];
  files integer[];
begin
  if tg_op = 'INSERT' then
    touched := array(select distinct a.file_id from added a);
  elsif tg_op = 'DELETE' then
    touched := array(select distinct r.file_id from removed r);
  else
    touched := array(select a.file_id from added a union select r.file_id from removed r);
  end if;
  if cardinality(touched) = 0 then
    return null;
  end if;
  files := private.lock_files(touched);
  perform private.count_file(f, false) from unnest(files) f;
  if tg_op = 'INSERT' then
    perform private.post_passages(array(select a.id from added a));
  else
    perform private.unpost_file(f) from unnest(files) f;
    perform private.post_passages(array(
      select c.id from public.knowledge_chunks c where c.file_id = any (touched)));
  end if;
  return null;
end $$;

create trigger index_added_passages after insert on public.knowledge_chunks
  referencing new table as added
  for each statement execute function private.index_passages();
create trigger index_changed_passages after update on public.knowledge_chunks
  referencing old table as removed new table as added
  for each statement execute function private.index_passages();
create trigger index_removed_passages after delete on public.knowledge_chunks
  referencing old table as removed
  for each statement execute function private.index_passages();

-- Counts a file while it is searchable, and only then.
create function private.count_searchable_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_file(f, new.deleting_at is null
                                and coalesce(new.indexed_passages = new.passage_count, false))
  from unnest(private.lock_files(array[new.id])) f;
  return null;
end $$;

create trigger count_searchable_file
  after insert or update of indexed_passages, passage_count, deleting_at on public.knowledge_base
  for each row execute function private.count_searchable_file();

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
  -- Of a company that goes, nothing is left to be right.
  if exists (select from public.companies c where c.id = old.company_id) then
    perform private.count_file(found.id, false);
    perform private.unpost_file(found.id);
  else
    delete from private.knowledge_postings p where p.file = found.id;
  end if;
  delete from private.knowledge_files f where f.id = found.id;
  return old;
end $$;

create trigger forget_file before delete on public.knowledge_base
  for each row execute function private.forget_file();

-- The scores by some terms of every passage of some files that has one of them.
create function private.score_passages(
  terms integer[], gains double precision[], slope double precision, files integer[])
returns table (file integer, chunk_no integer, score double precision)
language plpgsql stable security definer
set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
  select e.file, (e.entry >> 24)::integer,
         sum(e.gain * (e.entry & 255) / ((e.entry & 255) + 0.375::double precision
             + slope * ((e.entry >> 8) & 65535)))
  from (select p.file, a.gain, unnest(p.entries) as entry
        from unnest(terms, gains) a (term, gain)
        join private.knowledge_postings p on p.term = a.term
        where p.file in (select unnest(files))) e
  group by e.file, e.entry >> 24;
end $$;

-- The best passages of one corpus by BM25 with k1 = 1.5 and b = 0.75, of the files that an agent may
-- use, or of all when it is null.
--
-- A passage gains less than `gain` by a term, however often it has it. So some passages with the
-- rarest terms are scored in full first: the last of the best of them is a bar. The common terms
-- that together could not lift a passage over the bar are then looked up only for passages that
-- have one of the others (MaxScore). The answer is the same as without, several times as fast.
create function private.rank_corpus(
  query text, wanted integer, agent text, max_results integer)
returns table (file integer, chunk_no integer, score double precision)
language plpgsql stable security definer rows 10
set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  terms integer[];
  found integer[];
  gains double precision[];
  slope double precision;
  searched integer[];
  taken integer := 0;
  entries bigint := 0;
  rest double precision;
  bar double precision := 0;
  files integer[];
  chunks integer[];
  scores double precision[];
begin
  select 1.5 * 0.75 * c.passages / c.words::double precision into slope
  from private.knowledge_corpora c where c.id = wanted and c.words > 0;
  with words as materialized (
    select w.term, sum(w.occurrences * w.weight) as weight
    from private.text_terms(query) w group by w.term
  ), asked as (
    select t.id, t.passages, w.weight * 2.5 * ln(
             1 + (c.passages - t.passages + 0.5) / (t.passages + 0.5)::double precision) as gain
    from private.knowledge_corpora c
    cross join words w
    cross join lateral (select t.id, t.passages from private.knowledge_terms t
                        where t.corpus = c.id and t.term = w.term and t.passages > 0) t
    where c.id = wanted
    order by 3 desc limit 64
  )
  select array_agg(a.id order by a.gain desc), array_agg(a.passages order by a.gain desc),
         array_agg(a.gain order by a.gain desc), sum(a.gain)
  into terms, found, gains, rest
  from asked a;
  if terms is null then
    return;
  end if;
  searched := array(
    select s.id from private.knowledge_files s
    join public.knowledge_base f on f.id = s.file_id
    where s.corpus = wanted and s.counted and (agent is null or agent = any (f.allowed_agents)));

  while taken < cardinality(terms)
        and (entries < 10 * max_results or entries + found[taken + 1] < 3000) loop
    taken := taken + 1;
    entries := entries + found[taken];
  end loop;
  -- Where these are all, there is nothing to spare. `offset 0` keeps the look-up of a leader's terms
  -- to itself: a planner without statistics, which PGlite never has and a server not at once, would
  -- go through all terms of its file instead.
  if taken < cardinality(terms) then
    with leaders as materialized (
      select * from private.score_passages(terms[:taken], gains[:taken], slope, searched) s
      order by s.score desc limit 2 * max_results
    ), totals as (
      select l.score + coalesce(sum(a.gain * (e.entry & 255) / ((e.entry & 255)
               + 0.375::double precision + slope * ((e.entry >> 8) & 65535))), 0) as score
      from leaders l
      left join unnest(terms[taken + 1:], gains[taken + 1:]) a (term, gain) on true
      left join lateral (select u.entry from private.knowledge_postings p, unnest(p.entries) u (entry)
                         where p.term = a.term and p.file = l.file
                           and u.entry >> 24 = l.chunk_no offset 0) e on true
      group by l.file, l.chunk_no, l.score
    )
    select coalesce((select t.score from totals t
                     order by t.score desc offset max_results - 1 limit 1), 0) - 1e-9 into bar;
  end if;

  taken := 0;
  while taken < cardinality(terms) and rest >= bar loop
    taken := taken + 1;
    rest := rest - gains[taken];
  end loop;
  select array_agg(s.file), array_agg(s.chunk_no), array_agg(s.score) into files, chunks, scores
  from private.score_passages(terms[:taken], gains[:taken], slope, searched) s
  where s.score + rest >= bar;

  for i in taken + 1 .. cardinality(terms) loop
    rest := rest - gains[i];
    with better as materialized (
      select c.file, c.chunk_no, c.score + coalesce(
               gains[i] * (e.entry & 255) / ((e.entry & 255) + 0.375::double precision
               + slope * ((e.entry >> 8) & 65535)), 0) as score
      from unnest(files, chunks, scores) c (file, chunk_no, score)
      left join (select p.file, unnest(p.entries) as entry from private.knowledge_postings p
                 where p.term = terms[i] and p.file in (select unnest(files))) e
        on e.file = c.file and e.entry >> 24 = c.chunk_no
    )
    select array_agg(b.file), array_agg(b.chunk_no), array_agg(b.score) into files, chunks, scores
    from better b where b.score + rest >= bar;
  end loop;

  return query
  select b.file, b.chunk_no, b.score from unnest(files, chunks, scores) b (file, chunk_no, score)
  order by b.score desc, b.file, b.chunk_no limit max_results;
end $$;

-- The same with the passages themselves, of one company, or of all when it is null.
create function private.rank_passages(
  query text, company uuid, agent text, max_results integer)
returns table (file_id uuid, file_name text, page integer, chunk_no integer, heading text,
               body text, score double precision)
language sql stable security definer rows 10 set search_path = '' set jit = off as $$
  with best as materialized (
    select r.file, r.chunk_no, r.score
    from private.knowledge_corpora c
    cross join lateral private.rank_corpus(query, c.id, agent, max_results) r
    where company is null or c.company_id = company
    order by r.score desc, r.file, r.chunk_no limit max_results)
  select f.id, f.file_name, c.page, c.chunk_no, c.heading, c.body, b.score
  from best b
  cross join lateral (select s.file_id from private.knowledge_files s where s.id = b.file) s
  cross join lateral (select f.id, f.file_name from public.knowledge_base f
                      where f.id = s.file_id) f
  cross join lateral (select c.page, c.chunk_no, c.heading, c.body
                      from public.knowledge_chunks c
                      where c.file_id = s.file_id and c.chunk_no = b.chunk_no) c
  order by b.score desc, b.file, b.chunk_no
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

revoke all on function
  private.word_vector(text), private.text_terms(text), private.count_file(integer, boolean),
  private.post_passages(uuid[]), private.unpost_file(integer), private.lock_files(uuid[]),
  private.index_passages(), private.count_searchable_file(), private.forget_file(),
  private.score_passages(integer[], double precision[], double precision, integer[]),
  private.rank_corpus(text, integer, text, integer),
  private.rank_passages(text, uuid, text, integer)
from public;
revoke all on function public.search_knowledge(text, text, integer),
  public.search_knowledge_for(uuid, text, text, integer)
from public, anon, authenticated;
grant execute on function public.search_knowledge(text, text, integer)
  to authenticated, service_role;
grant execute on function public.search_knowledge_for(uuid, text, text, integer) to service_role;
