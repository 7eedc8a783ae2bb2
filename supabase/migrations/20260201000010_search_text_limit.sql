-- As `rank_passages` was, but of a text that is longer than any question, the beginning alone is
-- searched for: a question of 4,000 characters, with as much of the one before it as goes along.
-- Taking a text apart costs time with its length, and who may search may send any.
create or replace function private.rank_passages(
  query text, company uuid, agent text, max_results integer)
returns table (file_id uuid, file_name text, page integer, chunk_no integer, heading text,
               body text, score double precision)
language sql stable security definer rows 10 set search_path = '' set jit = off as $$
  with best as materialized (
    select r.file, r.chunk_no, r.score
    from private.knowledge_corpora c
    cross join lateral private.rank_corpus(pg_catalog.left(query, 6000), c.id, agent, max_results) r
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
