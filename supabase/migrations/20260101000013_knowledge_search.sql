-- Search: BM25 (k1 = 1.5, b = 0.75) over the passages of a company.
--
-- A passage is numbered (block << 21) | (chunk_no % 100 << 12) | words, as its entries begin.

-- For every passage of some blocks that the read entries of some terms have, the sum of what it
-- gains by each of them less what is spared for it, and a bit for each of them. Of a term the
-- entries of at least so many occurrences are read, of short passages always; of 4, none.
create function private.sum_gains(
  terms integer[], reads integer[], gains double precision[], spares double precision[],
  slope double precision, blocks integer[])
returns table (passage bigint, surplus double precision, seen bigint)
language plpgsql stable security definer
set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
  select (e.block::bigint << 21) | (e.entry >> 8),
         sum(e.gain * (e.entry & 255)
             / ((e.entry & 255) + 0.375::double precision + slope * ((e.entry >> 8) & 4095))
             - e.spare),
         bit_or(e.bit)
  from (select p.block, a.gain, a.spare, 1::bigint << (a.number - 1)::integer as bit,
               unnest(case a.read when 1 then p.once || p.twice || p.more
                                  when 2 then p.twice || p.more else p.more end) as entry
        from unnest(terms, reads, gains, spares)
          with ordinality a (term, read, gain, spare, number)
        join private.knowledge_postings p on p.term = a.term
        where a.read < 4 and p.block in (select unnest(blocks))) e
  group by 1;
end $$;

-- The scores of passages, each summed in the order of the terms.
create function private.score_in_full(
  passages bigint[], terms integer[], gains double precision[], slope double precision)
returns table (passage bigint, score double precision)
language plpgsql stable security definer
set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
  select e.passage, sum(e.gain * e.n / (e.n + 0.375::double precision + slope * (e.passage & 4095))
                        order by e.number)
  from (select c.passage, a.gain, a.number,
               case when (c.beginning << 8 | 1) = any (p.once) then 1
                    when (c.beginning << 8 | 2) = any (p.twice) then 2
                    else (select m.entry & 255 from unnest(p.more) m (entry)
                          where m.entry >> 8 = c.beginning) end as n
        from (select u.passage, (u.passage >> 21)::integer as block,
                     (u.passage & 2097151)::integer as beginning
              from unnest(passages) u (passage)) c
        cross join unnest(terms, gains) with ordinality a (term, gain, number)
        cross join lateral (select q.once, q.twice, q.more from private.knowledge_postings q
                            where q.term = a.term and q.block = c.block offset 0) p) e
  group by e.passage;
end $$;

-- The best passages of one corpus, of the files that an agent may use, or of all when it is null.
--
-- A passage gains less than `gain` by a term, however often it has it, and much less where it has it
-- once. So some passages that promise most are scored in full first: the last of the best of them
-- is a bar. The entries that together could not lift a passage over the bar are then not read, but
-- looked up for the passages that others brought (MaxScore, over terms by their occurrences). The
-- answer is the same as without.
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
  -- The share of `gain` that a passage not short has at most of a term once, and twice, in it.
  by_once double precision;
  by_twice double precision;
  searched integer[];
  reads integer[];
  spares double precision[];
  rest double precision := 0;
  bar double precision := 0;
  passages bigint[];
  bounds double precision[];
  seens bigint[];
begin
  select 1.5 * 0.75 * c.passages / c.words::double precision into slope
  from private.knowledge_corpora c where c.id = wanted and c.words > 0;
  by_once := 1 / (1.375 + slope * private.short_passage());
  by_twice := 2 / (2.375 + slope * private.short_passage());
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
  select array_agg(a.id order by a.gain desc, a.id), array_agg(a.passages order by a.gain desc, a.id),
         array_agg(a.gain order by a.gain desc, a.id)
  into terms, found, gains
  from asked a;
  if terms is null then
    return;
  end if;
  searched := array(
    select b.id from private.knowledge_files s
    join public.knowledge_base f on f.id = s.file_id
    join private.knowledge_blocks b on b.file = s.id
    where s.corpus = wanted and s.counted and (agent is null or agent = any (f.allowed_agents)));

  -- Guess what the leaders are among: the parts of the greatest gains, 3000 entries or so.
  reads := array(
    with parts as (
      select a.number, l.least, a.found * l.portion as entries,
             sum(a.found * l.portion)
               over (order by a.gain * l.share desc, a.number) as together
      from unnest(gains, found) with ordinality a (gain, found, number)
      cross join (values (1, by_once, 0.8), (2, by_twice, 0.13), (3, 1, 0.07))
        l (least, share, portion)
    )
    select coalesce(min(p.least) filter (where p.together - p.entries < 3000), 4)
    from parts p group by p.number order by p.number);
  if 1 < any (reads) then
    select array_agg(l.passage) into passages
    from (select s.passage
          from private.sum_gains(terms, reads, gains, 
            array_fill(0::double precision, array[cardinality(terms)]), slope, searched) s
          order by s.surplus desc limit 2 * max_results) l;
    select coalesce((select s.score from private.score_in_full(passages, terms, gains, slope) s
                     order by s.score desc offset max_results - 1 limit 1), 0) - 1e-9 into bar;
  end if;

  -- What is spared: most entries for least gain first, as long as all of it stays below the bar.
  with parts as (
    select a.number, l.least, a.gain * l.share as bound, a.found * l.portion as entries,
           a.gain * (l.share - l.before) as increment
    from unnest(gains, found) with ordinality a (gain, found, number)
    cross join (values (1, by_once, 0, 0.8), (2, by_twice, by_once, 0.13))
      l (least, share, before, portion)
  ), summed as (
    select p.*, sum(p.increment) over (order by p.entries / p.increment desc, p.number, p.least
                                       rows unbounded preceding) as together
    from parts p
  ), chosen as (
    select s.number, coalesce(min(s.least) filter (where s.together >= bar), 3) as read,
           coalesce(max(s.bound) filter (where s.together < bar), 0) as spare
    from summed s group by s.number
  )
  select array_agg(c.read order by c.number), array_agg(c.spare order by c.number), sum(c.spare)
  into reads, spares, rest from chosen c;

  select array_agg(s.passage), array_agg(s.surplus + rest), array_agg(s.seen)
  into passages, bounds, seens
  from private.sum_gains(terms, reads, gains, spares, slope, searched) s
  where s.surplus + rest >= bar;

  -- A higher bar, of those that now promise most.
  if cardinality(passages) > 4 * max_results then
    select greatest(bar, s.score - 1e-9) into bar
    from private.score_in_full(array(
      select u.passage from unnest(passages, bounds) u (passage, bound)
      order by u.bound desc limit 2 * max_results), terms, gains, slope) s
    order by s.score desc offset max_results - 1 limit 1;
  end if;
  for i in 1 .. cardinality(terms) loop
    continue when spares[i] = 0;
    exit when cardinality(passages) <= 2 * max_results;
    with posted as materialized (
      select q.block, q.once, case when reads[i] = 3 then q.twice end as twice
      from private.knowledge_postings q where q.term = terms[i]
    ), better as materialized (
      select c.passage, c.seen, c.bound + case
               when c.seen & (1::bigint << (i - 1)) <> 0 then 0
               when (c.beginning << 8 | 1) = any (p.once)
                 then gains[i] / (1.375 + slope * (c.beginning & 4095)) - spares[i]
               when (c.beginning << 8 | 2) = any (p.twice)
                 then gains[i] * 2 / (2.375 + slope * (c.beginning & 4095)) - spares[i]
               else - spares[i] end as bound
      from (select u.passage, u.bound, u.seen, (u.passage >> 21)::integer as block,
                   (u.passage & 2097151)::integer as beginning
            from unnest(passages, bounds, seens) u (passage, bound, seen) where u.bound >= bar) c
      left join posted p on p.block = c.block)
    select array_agg(b.passage), array_agg(b.bound), array_agg(b.seen) into passages, bounds, seens
    from better b where b.bound >= bar;
  end loop;

  return query
  select b.file, b.place * 100 + ((s.passage >> 12) & 511)::integer, s.score
  from private.score_in_full(array(
    select u.passage from unnest(passages, bounds) u (passage, bound)
    where u.bound >= bar), terms, gains, slope) s
  join private.knowledge_blocks b on b.id = s.passage >> 21
  order by 3 desc, 1, 2 limit max_results;
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
  private.sum_gains(integer[], integer[], double precision[], double precision[],
    double precision, integer[]),
  private.score_in_full(bigint[], integer[], double precision[], double precision),
  private.rank_corpus(text, integer, text, integer),
  private.rank_passages(text, uuid, text, integer)
from public;
revoke all on function public.search_knowledge(text, text, integer),
  public.search_knowledge_for(uuid, text, text, integer)
from public, anon, authenticated;
grant execute on function public.search_knowledge(text, text, integer)
  to authenticated, service_role;
grant execute on function public.search_knowledge_for(uuid, text, text, integer) to service_role;
