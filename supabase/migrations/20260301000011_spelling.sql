-- The words of a company's passages as they are written: what a misspelled word of a question is
-- corrected to. The terms of the search are stems, which a mistake in an ending changes beyond
-- recognition, and which nobody can be shown.
create table private.knowledge_words (
  corpus integer not null references private.knowledge_corpora (id) on delete cascade,
  -- In characters.
  length smallint not null,
  word text collate "C" not null,
  -- Which letters it has, as `private.letters_of` computes.
  letters integer not null,
  -- How often it is there, also in files that are not searchable.
  occurrences integer not null,
  -- The words of nearly a length lie side by side.
  primary key (corpus, length, word)
) with (fillfactor = 70);

alter table private.knowledge_words enable row level security, force row level security;
revoke all on private.knowledge_words from public, anon, authenticated;

-- The words of a text in small letters, as often as they are there: those of 4 to 32 letters of the
-- alphabets whose words can be compared letter by letter (Latin, Greek, Cyrillic).
create function private.written_words(content text) returns setof text
language sql immutable parallel safe rows 60 as $$
  select w.word
  from pg_catalog.regexp_split_to_table(pg_catalog.lower(content),
    '[^[:alnum:]_\u00df-\u00f6\u00f8-\u024f\u0370-\u03ff\u0400-\u04ff\u1e00-\u1eff]+') w (word)
  where w.word ~ '^[a-z\u00df-\u00f6\u00f8-\u024f\u0370-\u03ff\u0400-\u04ff\u1e00-\u1eff]{4,32}$'
$$;

-- A bit for each letter of a word; letters other than a to z share five bits. Two words differ in at
-- most two bits for each letter replaced, one for each letter more or less, and none for letters
-- exchanged.
create function private.letters_of(word text) returns integer
language sql immutable parallel safe as $$
  select coalesce(pg_catalog.bit_or(1 << case when l.code between 97 and 122 then l.code - 97
                                              else 26 + l.code % 5 end), 0)
  from (select pg_catalog.ascii(c) as code
        from pg_catalog.regexp_split_to_table(word, '') c) l
$$;

-- Counts the words of passages that come, change or go. It runs after index_passages, by its name:
-- that locks the corpus, so that no two changes of a company wait for each other's words.
create function private.note_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    with gone as (
      select c.id as corpus, w.word, count(*)::integer as n
      from removed r
      join private.knowledge_corpora c on c.company_id = r.company_id
      cross join lateral private.written_words(concat_ws(' ', r.heading, r.body)) w (word)
      group by c.id, w.word)
    update private.knowledge_words k set occurrences = k.occurrences - g.n
    from gone g
    where k.corpus = g.corpus and k.length = char_length(g.word) and k.word = g.word;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.knowledge_words as k (corpus, length, word, letters, occurrences)
    select f.corpus, char_length(f.word), f.word, private.letters_of(f.word), f.n
    from (select c.id as corpus, w.word, count(*)::integer as n
          from added a
          join private.knowledge_corpora c on c.company_id = a.company_id
          cross join lateral private.written_words(concat_ws(' ', a.heading, a.body)) w (word)
          group by c.id, w.word) f
    on conflict (corpus, length, word) do update
    set occurrences = k.occurrences + excluded.occurrences;
  end if;
  if tg_op <> 'INSERT' then
    delete from private.knowledge_words k
    where k.occurrences <= 0 and k.corpus in (
      select c.id from removed r join private.knowledge_corpora c on c.company_id = r.company_id);
  end if;
  return null;
end $$;
create trigger note_added_words after insert on public.knowledge_chunks
  referencing new table as added
  for each statement execute function private.note_words();
create trigger note_changed_words after update on public.knowledge_chunks
  referencing old table as removed new table as added
  for each statement execute function private.note_words();
create trigger note_removed_words after delete on public.knowledge_chunks
  referencing old table as removed
  for each statement execute function private.note_words();

-- In how many passages of a corpus that an agent searches a word is, in any of its forms in some
-- languages.
create function private.passages_with(word text, wanted integer, languages text[], agent text)
returns integer
language plpgsql stable security definer cost 10000 set search_path = '' as $$
begin
  if agent is null then
    return coalesce((
      select max(t.passages) from private.query_terms(word, languages) w
      join private.knowledge_terms t on t.corpus = wanted and t.term = w.term), 0);
  end if;
  return coalesce((
    select max(n.n)
    from (select sum(coalesce(cardinality(p.once), 0) + coalesce(cardinality(p.twice), 0)
                     + coalesce(cardinality(p.more), 0))::integer as n
          from private.query_terms(word, languages) w
          join private.knowledge_terms t on t.corpus = wanted and t.term = w.term
          join private.knowledge_postings p on p.term = t.id
          join private.knowledge_blocks b on b.id = p.block
          join private.knowledge_files s on s.id = b.file and s.counted
          join public.knowledge_base f on f.id = s.file_id and agent = any (f.allowed_agents)
          group by t.id) n), 0);
end $$;

-- What a misspelled word may be if its one mistake is at its first letter: that is one too many,
-- exchanged with the next, another one, or missing.
create function private.other_starts(word text) returns setof text
language sql immutable parallel safe rows 60 as $$
  select pg_catalog.substr(word, 2)
  union all
  select pg_catalog.substr(word, 2, 1) || pg_catalog.left(word, 1) || pg_catalog.substr(word, 3)
  union all
  select pg_catalog.chr(c) || r.rest
  from (select case when pg_catalog.ascii(word) < 880 then 97
                    when pg_catalog.ascii(word) < 1024 then 945 else 1072 end as first) a
  cross join pg_catalog.generate_series(a.first, a.first + case a.first when 1072 then 31 else 25 end) c
  cross join (values (word), (pg_catalog.substr(word, 2))) r (rest)
$$;

-- The words of a company's passages that a misspelled word may stand for: those that one edit may
-- lead to, or, from eight letters and with the same first letter, two edits. Which of them it stands
-- for is the caller's to choose. None for a word that a passage has. The joins are loops, because
-- each step asks an index for a few of many words.
create function private.spelling_candidates(asked_for text[], company uuid, agent text)
returns table (written text, word text, passages integer)
language plpgsql stable security definer rows 20
set search_path = '' set jit = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
  with asked as materialized (
    select distinct c.id as corpus, w.written, char_length(w.written) as length,
           private.letters_of(w.written) as letters,
           case when char_length(w.written) >= 8 then 2 else 1 end as edits, l.languages
    from private.knowledge_corpora c
    cross join lateral (select private.languages_of(c.id) as languages offset 0) l
    cross join unnest(asked_for[1:12]) w (written)
    where c.company_id = company and char_length(w.written) between 5 and 32
      and private.passages_with(w.written, c.id, l.languages, agent) = 0
  ), near as materialized (
    select a.corpus, a.languages, a.written, k.word
    from asked a
    cross join lateral generate_series(a.length - a.edits, a.length + a.edits) l (length)
    join private.knowledge_words k
      on k.corpus = a.corpus and k.length = l.length
         and k.word >= left(a.written, 1) and k.word < chr(ascii(a.written) + 1)
    where bit_count((k.letters # a.letters)::bit(32)) + abs(k.length - a.length) <= 2 * a.edits
    union
    select a.corpus, a.languages, a.written, k.word
    from asked a
    cross join lateral private.other_starts(a.written) o (word)
    join private.knowledge_words k
      on k.corpus = a.corpus and k.length = char_length(o.word) and k.word = o.word
  )
  select f.written, f.word, f.n
  from (select n.written, n.word, private.passages_with(n.word, n.corpus, n.languages, agent) as n
        from near n) f
  where f.n > 0;
end $$;

-- The same for the server's functions, which answer a person.
create function public.spelling_candidates_for(person uuid, words text[], agent text)
returns table (written text, word text, passages integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  asker public.profiles;
begin
  select * into asker from public.profiles p where p.id = person and p.status = 'active';
  if asker.company_id is null
     or not (agent = 'ask_agent' or (agent = 'label_agent' and asker.can_use_label_agent)) then
    return;
  end if;
  return query select * from private.spelling_candidates(
    words, asker.company_id, case when agent = 'label_agent' then agent end);
end $$;

revoke all on function public.spelling_candidates_for from public, anon, authenticated;
grant execute on function public.spelling_candidates_for to service_role;
revoke all on all functions in schema private from public;
