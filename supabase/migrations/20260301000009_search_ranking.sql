-- Search in two stages: BM25 (k1 = 1.5, b = 0.6) over the passages of a company, of at most the 24
-- rarest terms of a question, and the best 20 ranked again.
--
-- A passage is numbered (block << 21) | (chunk_no % 100 << 12) | words, as its entries begin.

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

-- For every passage of some blocks, or of all when they are null, that the read entries of some terms
-- have, the sum of what it gains by each of them less what is spared for it, and a bit for each of
-- them. Of a term the entries of at least so many occurrences are read, those of short passages with
-- those of three; of 4, none.
create function private.sum_gains(
  terms integer[], reads integer[], gains double precision[], spares double precision[],
  slope double precision, blocks integer[])
returns table (passage bigint, surplus double precision, seen integer)
language plpgsql stable security definer
set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query
  select (e.block::bigint << 21) | (e.entry >> 8),
         sum(e.gain * (e.entry & 255)
             / ((e.entry & 255) + 0.6::double precision + slope * ((e.entry >> 8) & 4095))
             - e.spare),
         bit_or(e.bit)
  from (select p.block, a.gain, a.spare, 1 << (a.number - 1)::integer as bit,
               unnest(case a.read when 1 then p.once || p.twice || p.more
                                  when 2 then p.twice || p.more else p.more end) as entry
        from unnest(terms, reads, gains, spares)
          with ordinality a (term, read, gain, spare, number)
        join private.knowledge_postings p on p.term = a.term
        where a.read < 4 and (blocks is null or p.block + 0 = any (blocks))) e
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
  select e.passage, sum(e.gain * e.n / (e.n + 0.6::double precision + slope * (e.passage & 4095))
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

-- Ranks the best passages of a search again: terms of the question that stand near each other, then
-- terms that the best five have in common, the first two places fixed. The same as `rerank.ts`.
create function private.rerank(
  passages bigint[], scores double precision[], terms integer[], rarities double precision[],
  slope double precision)
returns table (passage bigint, score double precision, place bigint)
language plpgsql stable security definer rows 20
set search_path = '' set jit = off set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return query
  with pool as materialized (
    select p.number, p.passage, p.score, o.terms as words,
           coalesce(cardinality(o.terms), 0) as length
    from unnest(passages, scores) with ordinality p (passage, score, number)
    left join private.knowledge_word_orders o
      on o.block = (p.passage >> 21)::integer and o.place = ((p.passage >> 12) & 511)::smallint
  ), words as materialized (
    select p.number, w.term, w.place
    from pool p cross join lateral unnest(p.words) with ordinality w (term, place)
  ), hits as materialized (
    select w.number, w.place, a.term, a.rarity
    from words w join unnest(terms, rarities) a (term, rarity) on a.term = w.term
  ), pairs as (
    select a.number, least(a.rarity, b.rarity) as rarity, min(abs(a.place - b.place)) as distance
    from hits a
    join hits b on b.number = a.number and b.term > a.term and abs(a.place - b.place) <= 5
    group by a.number, a.term, b.term, 2
  ), near as (
    select n.number, sum(n.rarity / n.distance ^ 2) as gain from pairs n group by n.number
  ), ordered as materialized (
    select p.number, p.passage, p.length, p.score + coalesce(n.gain, 0) as score,
           row_number() over (order by round((p.score + coalesce(n.gain, 0)) * 1e8) desc, p.number)
             as rank
    from pool p left join near n on n.number = p.number
  ), counted as materialized (
    select w.number, w.term, count(*) as n, min(w.place) as first from words w group by 1, 2
  ), having_term as materialized (
    select c.term, count(*)::double precision as n from counted c group by c.term
  ), weighted as (
    select c.term, min(o.rank << 16 | c.first) as first,
           sum(ln(1 + (cardinality(passages) - h.n + 0.5) / (h.n + 0.5)) * c.n / o.length / o.rank)
             as weight
    from ordered o
    join counted c on c.number = o.number
    join having_term h on h.term = c.term
    where o.rank <= 5
    group by c.term
  ), marks as materialized (
    select w.term, w.weight from weighted w order by round(w.weight * 1e10) desc, w.first limit 20
  ), gains as (
    select o.number, sum(m.weight * 2.5 * c.n / (c.n + 0.6::double precision + slope * o.length))
             as gain
    from marks m
    join counted c on c.term = m.term
    join ordered o on o.number = c.number
    group by o.number
  ), mixed as (
    select o.number, o.passage, o.rank,
           o.score + coalesce(0.4::double precision / 0.6 * first_value(o.score) over (order by o.rank)
                              * g.gain / nullif(max(g.gain) over (), 0), 0) as score
    from ordered o left join gains g on g.number = o.number
  ), placed as (
    select m.passage, m.score,
           row_number() over (order by least(m.rank, 3), round(m.score * 1e8) desc, m.number) as place
    from mixed m
  )
  -- The scores descend, also where a place is fixed.
  select p.passage, max(p.score) over (order by p.place desc), p.place from placed p
  order by p.place;
end $$;

-- The best passages of one corpus, of the files that an agent may use, or of all when it is null.
--
-- A passage gains less than `gain` by a term, however often it has it, and much less where it has it
-- once. So some passages that promise most are scored in full first: the last of the best of them
-- is a bar. The entries that together could not lift a passage over the bar are then not read, but
-- looked up for the passages that others brought (MaxScore, over terms by their occurrences). The
-- answer is the same as without. The best 20 are then ranked again.
create function private.rank_corpus(
  query text, wanted integer, agent text, max_results integer)
returns table (file integer, chunk_no integer, score double precision)
language plpgsql stable security definer rows 10
set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  -- As many as are ranked again.
  pool integer := 20;
  -- As many as are sought.
  most integer := greatest(max_results, pool);
  terms integer[];
  found integer[];
  gains double precision[];
  rarities double precision[];
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
  seens integer[];
  scores double precision[];
begin
  select 1.5 * 0.6 * c.passages / c.words::double precision into slope
  from private.knowledge_corpora c where c.id = wanted and c.words > 0;
  by_once := 1 / (1.6 + slope * private.short_passage());
  by_twice := 2 / (2.6 + slope * private.short_passage());
  with words as materialized (
    select w.term, w.weight from private.query_terms(query, private.languages_of(wanted)) w
  ), asked as (
    select t.id, t.term, t.passages, w.weight,
           ln(1 + (c.passages - t.passages + 0.5) / (t.passages + 0.5)::double precision) as rarity
    from private.knowledge_corpora c
    cross join words w
    cross join lateral (select t.id, t.term, t.passages from private.knowledge_terms t
                        where t.corpus = c.id and t.term = w.term and t.passages > 0) t
    where c.id = wanted
    order by t.passages, t.term limit 24
  ), valued as (
    select a.id, a.passages, 2.5 * a.weight * a.rarity as gain, a.rarity
    from asked a order by a.weight * a.rarity desc, a.term
  )
  select array_agg(v.id), array_agg(v.passages), array_agg(v.gain), array_agg(v.rarity)
  into terms, found, gains, rarities
  from valued v;
  if terms is null then
    return;
  end if;
  if agent is not null or exists (
       select from private.knowledge_files s where s.corpus = wanted and not s.counted) then
    searched := array(
      select b.id from private.knowledge_files s
      join public.knowledge_base f on f.id = s.file_id
      join private.knowledge_blocks b on b.file = s.id
      where s.corpus = wanted and s.counted and (agent is null or agent = any (f.allowed_agents)));
  end if;

  -- Guess what the leaders are among: the parts of the greatest gains, 1000 entries or so.
  reads := array(
    with parts as (
      select a.number, l.least, a.found * l.portion as entries,
             sum(a.found * l.portion)
               over (order by a.gain * l.share desc, a.number) as together
      from unnest(gains, found) with ordinality a (gain, found, number)
      cross join (values (1, by_once, 0.8), (2, by_twice, 0.13), (3, 1, 0.07))
        l (least, share, portion)
    )
    select coalesce(min(p.least) filter (where p.together - p.entries < 1000), 4)
    from parts p group by p.number order by p.number);
  if 1 < any (reads) then
    select array_agg(l.passage) into passages
    from (select s.passage
          from private.sum_gains(terms, reads, gains, 
            array_fill(0::double precision, array[cardinality(terms)]), slope, searched) s
          order by s.surplus desc limit 2 * most) l;
    select coalesce((select s.score from private.score_in_full(passages, terms, gains, slope) s
                     order by s.score desc offset most - 1 limit 1), 0) - 1e-9 into bar;
  end if;
  -- What is spared: most entries for least gain first, as long as all of it stays below the bar.
  with parts as (
    select a.number, l.least, a.gain * l.share as bound, a.found * l.portion as entries,
           a.gain * (l.share - l.before) as increment
    from unnest(gains, found) with ordinality a (gain, found, number)
    cross join (values (1, by_once, 0, 0.8), (2, by_twice, by_once, 0.13), (3, 1, by_twice, 0.07))
      l (least, share, before, portion)
  ), summed as (
    select p.*, sum(p.increment) over (order by p.entries / p.increment desc, p.number, p.least
                                       rows unbounded preceding) as together
    from parts p
  ), chosen as (
    select s.number, coalesce(min(s.least) filter (where s.together >= bar), 4) as read,
           coalesce(max(s.bound) filter (where s.together < bar), 0) as spare
    from summed s group by s.number
  )
  select array_agg(c.read order by c.number), array_agg(c.spare order by c.number), sum(c.spare)
  into reads, spares, rest from chosen c;

  select array_agg(s.passage), array_agg(s.surplus + rest), array_agg(s.seen)
  into passages, bounds, seens
  from private.sum_gains(terms, reads, gains, spares, slope, searched) s
  where s.surplus + rest >= bar;
  for i in 1 .. cardinality(terms) loop
    continue when spares[i] = 0;
    exit when cardinality(passages) <= 2 * most;
    with better as materialized (
      select c.passage, c.seen, c.bound + case
               when c.seen & (1 << (i - 1)) <> 0 then 0
               when (c.beginning << 8 | 1) = any (p.once)
                 then gains[i] / (1.6 + slope * (c.beginning & 4095)) - spares[i]
               when (c.beginning << 8 | 2) = any (p.twice)
                 then gains[i] * 2 / (2.6 + slope * (c.beginning & 4095)) - spares[i]
               when p.more is null or reads[i] < 4 then - spares[i]
               else coalesce((select gains[i] * (m.entry & 255)
                                / ((m.entry & 255) + 0.6 + slope * (c.beginning & 4095))
                              from unnest(p.more) m (entry)
                              where m.entry >> 8 = c.beginning), 0) - spares[i] end as bound
      from (select u.passage, u.bound, u.seen, (u.passage >> 21)::integer as block,
                   (u.passage & 2097151)::integer as beginning
            from unnest(passages, bounds, seens) u (passage, bound, seen)) c
      left join private.knowledge_postings p on p.term = terms[i] and p.block = c.block)
    select array_agg(b.passage), array_agg(b.bound), array_agg(b.seen) into passages, bounds, seens
    from better b where b.bound >= bar;
    end loop;

  select array_agg(b.passage), array_agg(b.score) into passages, scores
  from (select s.passage, s.score
        from private.score_in_full(array(
          select u.passage from unnest(passages, bounds) u (passage, bound)
          where u.bound >= bar), terms, gains, slope) s
        join private.knowledge_blocks b on b.id = s.passage >> 21
        join private.knowledge_files f on f.id = b.file
        order by round(s.score * 1e8) desc, f.file_id, b.place, s.passage limit most) b;
  return query
  select b.file, b.place * 100 + ((r.passage >> 12) & 511)::integer, r.score
  from (select a.passage, a.score, a.place
        from private.rerank(passages[:pool], scores[:pool], terms, rarities, slope) a
        union all
        select u.passage, u.score, u.number + pool
        from unnest(passages[pool + 1:], scores[pool + 1:]) with ordinality u (passage, score, number)) r
  join private.knowledge_blocks b on b.id = r.passage >> 21
  order by r.place limit max_results;
end $$;

revoke all on all functions in schema private from public;
