-- The words of a document are found by their stems in its language, which whoever reads the document
-- detects. The device has the same rules (src/knowledge/languages, src/knowledge/search/terms.ts).

alter table public.knowledge_base add column language text not null default 'english'
  check (language in ('english', 'german', 'spanish', 'french'));
grant insert (language), update (language) on public.knowledge_base to authenticated;

create index knowledge_base_languages on public.knowledge_base (company_id, language);

-- A text in which scripts without spaces between words (Han, Kana, Thai) are cut into pairs of
-- neighbouring letters, so that a word inside a sentence is found.
create function private.in_pairs(plain text) returns text
language sql immutable parallel safe as $$
  select case when octet_length(plain) = char_length(plain)
                or plain !~ '[\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff]' then plain
    else (
      select pg_catalog.string_agg(case when r.part ~ '^[\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff]{2}' then (
          select ' ' || pg_catalog.string_agg(p.pair, ' ' order by p.place) || ' '
          from (select u.place, u.letter || pg_catalog.lead(u.letter) over (order by u.place) as pair
                from pg_catalog.string_to_table(r.part, null) with ordinality u (letter, place)) p)
        else r.part end, '' order by r.place)
      from pg_catalog.regexp_matches(
        pg_catalog.regexp_replace(plain, '[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]', '', 'g'),
        '[\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff]+|[^\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff]+', 'g') with ordinality m (parts, place)
      cross join lateral (select m.parts[1] as part, m.place) r) end
$$;

-- The words of a plain text: stems of its language without stop words. Whatever is neither letter nor
-- digit parts them.
create function private.plain_vector(plain text, language text) returns tsvector
language sql immutable parallel safe as $$
  select case language
    when 'german' then pg_catalog.to_tsvector('pg_catalog.german', w.words)
    when 'spanish' then pg_catalog.to_tsvector('pg_catalog.spanish', w.words)
    when 'french' then pg_catalog.to_tsvector('pg_catalog.french', w.words)
    else pg_catalog.to_tsvector('pg_catalog.english', w.words) end
  from (select pg_catalog.translate(private.in_pairs(plain),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~–—‐‑‒−’‘“”„…•·°®™©×', pg_catalog.repeat(' ', 64)) as words
    offset 0) w
$$;

drop function private.word_vector(text);
create function private.word_vector(content text, language text) returns tsvector
language sql immutable parallel safe as $$
  select private.plain_vector(private.plain_text(content), language)
$$;

-- The terms of a text and how often each is there: its words, and its numbers and codes.
drop function private.text_terms(text);
create function private.text_terms(content text, language text)
returns table (term text, occurrences integer, is_word boolean, weight double precision)
language plpgsql immutable parallel safe rows 100 set search_path = '' as $$
declare
  plain text := private.plain_text(content);
begin
  return query
  select w.lexeme, least(cardinality(w.positions), 255), true, 1.0::double precision
  from unnest(private.plain_vector(plain, text_terms.language)) w;
  return query
  select s.term, 1, false, s.weight from private.spellings(plain) s;
end $$;

-- The terms of a question to documents of some languages, each once: a word by its stem in each of the
-- languages.
create function private.query_terms(query text, languages text[])
returns table (term text, weight double precision)
language sql immutable parallel safe rows 100 as $$
  select s.term, max(s.weight)
  from (select l.language, t.term, sum(t.occurrences * t.weight) as weight
        from pg_catalog.unnest(languages) l (language)
        cross join lateral private.text_terms(query, l.language) t
        group by l.language, t.term) s
  group by s.term
$$;

-- The languages of the searchable documents of a corpus.
create function private.languages_of(wanted integer) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select l.language
    from private.knowledge_corpora c
    cross join (values ('english'), ('german'), ('spanish'), ('french')) l (language)
    where c.id = wanted and exists (
      select from public.knowledge_base f
      join private.knowledge_files s on s.file_id = f.id and s.counted
      where f.company_id = c.company_id and f.language = l.language))
$$;

-- As before, with the language of each document.
create or replace function private.post_passages(wanted uuid[]) returns void
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

-- Takes a file's passages apart again. The caller has its corpus locked.
create function private.repost_file(wanted integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found private.knowledge_files;
begin
  select * into found from private.knowledge_files f where f.id = wanted;
  perform private.count_file(found.id, false);
  perform private.unpost_file(found.id);
  perform private.post_passages(array(
    select c.id from public.knowledge_chunks c where c.file_id = found.file_id));
  perform private.count_file(found.id, found.counted);
end $$;

create function private.change_language() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.repost_file(f) from unnest(private.lock_files(array[new.id])) f;
  return null;
end $$;

create trigger change_language after update of language on public.knowledge_base
  for each row when (old.language <> new.language) execute function private.change_language();

revoke all on function
  private.in_pairs(text), private.plain_vector(text, text), private.word_vector(text, text),
  private.text_terms(text, text), private.query_terms(text, text[]), private.languages_of(integer),
  private.repost_file(integer), private.change_language()
from public;

-- What is searched already is taken apart again, file by file.
select private.repost_file(f.id) from private.knowledge_files f order by f.corpus, f.id;
