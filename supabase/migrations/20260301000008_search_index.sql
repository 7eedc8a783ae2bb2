-- What the search of a company's passages counts: which term is where, and how often. PostgreSQL ranks by
-- words alone (ts_rank knows neither how rare a word is nor how long a passage), so the postings are here.
-- Triggers write everything, one change of a company at a time.

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
  -- Its row is deleted with the file's, by a trigger that removes the postings and the figures, too.
  file_id uuid not null unique,
  corpus integer not null,
  words bigint not null default 0,
  passages integer not null default 0,
  -- Whether the corpus counts it.
  counted boolean not null default false
);
create index knowledge_files_of_corpus on private.knowledge_files (corpus);

-- 100 neighbouring passages of a file, as many as an upload sends at a time: those with
-- chunk_no / 100 = place.
create table private.knowledge_blocks (
  id integer primary key generated always as identity,
  file integer not null references private.knowledge_files (id) on delete cascade,
  place integer not null,
  unique (file, place)
);

-- The passages of a block that have a term. An entry is
-- (chunk_no % 100 << 20) | (words of the passage << 8) | occurrences.
--
-- Where a passage of common length has a term once or twice, it gains little by it. Those entries
-- are apart, because a search can tell beforehand that it need not read them.
create table private.knowledge_postings (
  term integer not null,
  block integer not null,
  once integer[],
  twice integer[],
  -- Those that have it more often, and whatever passage is short.
  more integer[],
  -- The entries are in the index too: a term's rows lie side by side there.
  primary key (term, block) include (once, twice, more)
);
create index knowledge_postings_of_block on private.knowledge_postings (block);

-- One row a passage: its words as numbers of terms, without stop words and codes.
create table private.knowledge_word_orders (
  block integer not null references private.knowledge_blocks (id) on delete cascade,
  -- chunk_no % 100.
  place smallint not null,
  terms integer[] not null,
  primary key (block, place)
);

revoke all on private.knowledge_corpora, private.knowledge_terms, private.knowledge_files,
  private.knowledge_blocks, private.knowledge_postings, private.knowledge_word_orders
from public, anon, authenticated;

-- Below so many words a passage is short. Passages are cut at 120 to 200 words, of which about half
-- are no stop words.
create function private.short_passage() returns integer
language sql immutable parallel safe as $$ select 48 $$;

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
  from (select p.term, sum(coalesce(cardinality(p.once), 0) + coalesce(cardinality(p.twice), 0)
                           + coalesce(cardinality(p.more), 0))::integer as n
        from private.knowledge_postings p
        where p.block in (select b.id from private.knowledge_blocks b where b.file = wanted)
        group by p.term) p
  where t.id = p.term;
end $$;

-- Posts the terms of passages. The caller has the corpora of their files locked and the files uncounted.
create function private.post_terms(wanted uuid[]) returns void
language plpgsql security definer
set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  with found as materialized (
    select f.id as file, f.corpus, c.chunk_no, t.term, t.occurrences, t.is_word
    from unnest(wanted) w (id)
    join public.knowledge_chunks c on c.id = w.id
    join private.knowledge_files f on f.file_id = c.file_id
    join public.knowledge_base d on d.id = c.file_id
    cross join lateral private.text_terms(concat_ws(' ', c.heading, c.body), d.language) t
  ), lengths as materialized (
    select f.file, f.chunk_no,
           least(coalesce(sum(f.occurrences) filter (where f.is_word), 0), 4095) as words
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
  ), new_blocks as (
    insert into private.knowledge_blocks (file, place)
    select distinct l.file, l.chunk_no / 100 from lengths l
    on conflict do nothing
    returning id, file, place
  ), blocks as (
    select b.id, b.file, b.place from private.knowledge_blocks b
    where (b.file, b.place) in (select l.file, l.chunk_no / 100 from lengths l)
    union all
    select * from new_blocks
  ), placed as materialized (
    select l.file, l.chunk_no, l.words::integer as words, b.id as block
    from lengths l join blocks b on b.file = l.file and b.place = l.chunk_no / 100
  ), posted as (
    insert into private.knowledge_postings as p (term, block, once, twice, more)
    select e.term, e.block,
           array_agg(e.entry) filter (where e.occurrences = 1 and not e.is_short),
           array_agg(e.entry) filter (where e.occurrences = 2 and not e.is_short),
           array_agg(e.entry) filter (where e.occurrences > 2 or e.is_short)
    from (select t.id as term, l.block, l.words < private.short_passage() as is_short,
                 least(sum(f.occurrences), 255) as occurrences,
                 ((f.chunk_no % 100) << 20) | (l.words << 8)
                   | least(sum(f.occurrences), 255)::integer as entry
          from found f
          join terms t on t.corpus = f.corpus and t.term = f.term
          join placed l on l.file = f.file and l.chunk_no = f.chunk_no
          group by t.id, l.block, f.chunk_no, l.words) e
    group by e.term, e.block
    on conflict (term, block) do update
    set once = p.once || excluded.once, twice = p.twice || excluded.twice,
        more = p.more || excluded.more
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

-- Writes the order of the words of passages whose terms are posted.
create function private.order_words(wanted uuid[]) returns void
language plpgsql security definer
set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  with words as materialized (
    select f.corpus, b.id as block, c.chunk_no % 100 as place, w.term, w.place as number
    from unnest(wanted) u (id)
    join public.knowledge_chunks c on c.id = u.id
    join private.knowledge_files f on f.file_id = c.file_id
    join public.knowledge_base d on d.id = c.file_id
    join private.knowledge_blocks b on b.file = f.id and b.place = c.chunk_no / 100
    cross join lateral private.word_order(concat_ws(' ', c.heading, c.body), d.language) w
  )
  insert into private.knowledge_word_orders as kept (block, place, terms)
  select w.block, w.place, array_agg(t.id order by w.number, t.id)
  from words w
  join private.knowledge_terms t on t.corpus = w.corpus and t.term = w.term
  group by w.block, w.place
  on conflict (block, place) do update set terms = excluded.terms;
end $$;

-- Posts passages and the order of their words.
create function private.post_passages(wanted uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.post_terms(wanted);
  perform private.order_words(wanted);
end $$;

-- Removes a file's postings, and the terms that no other file has. The caller has the corpus locked and the
-- file uncounted.
create function private.unpost_terms(wanted integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  terms integer[];
begin
  with gone as (
    delete from private.knowledge_postings p
    where p.block in (select b.id from private.knowledge_blocks b where b.file = wanted)
    returning p.term)
  select array_agg(distinct g.term) into terms from gone g;
  delete from private.knowledge_terms t
  where t.id = any (terms)
    and not exists (select from private.knowledge_postings p where p.term = t.id);
  update private.knowledge_files f set words = 0, passages = 0 where f.id = wanted;
end $$;

-- Removes a file's postings and the order of its words.
create function private.unpost_file(wanted integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.unpost_terms(wanted);
  delete from private.knowledge_word_orders o
  where o.block in (select b.id from private.knowledge_blocks b where b.file = wanted);
end $$;

-- Locks files with the versions before them, and then their corpora, always in one order, and creates both
-- here. Returns the files' numbers; a file that is being deleted has none any more.
create function private.lock_files(wanted uuid[]) returns integer[]
language plpgsql security definer set search_path = '' as $$
declare
  companies uuid[];
begin
  perform private.lock_versions(wanted);
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

revoke all on all functions in schema private from public;
