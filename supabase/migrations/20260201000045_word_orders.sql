-- The words of each passage in their order, for ranking the best passages of a search again: there
-- it matters which terms stand near each other, and what the best passages have in common.

-- One row a passage: its words as numbers of terms, without stop words and codes.
create table private.knowledge_word_orders (
  block integer not null references private.knowledge_blocks (id) on delete cascade,
  -- chunk_no % 100.
  place smallint not null,
  terms integer[] not null,
  primary key (block, place)
);

revoke all on private.knowledge_word_orders from public, anon, authenticated;

-- The words of a text as terms, each time they occur. `place` grows with the text.
create function private.word_order(content text, language text)
returns table (term text, place integer)
language sql immutable parallel safe rows 100 set search_path = '' as $$
  select w.lexeme, p.place::integer
  from unnest(private.word_vector(content, language)) w cross join unnest(w.positions) p (place)
$$;

-- Keeps the order of the words of passages whose terms are posted.
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

-- Whoever posts passages or takes them out does the same with the order of their words.
alter function private.post_passages(uuid[]) rename to post_terms;
alter function private.unpost_file(integer) rename to unpost_terms;

create function private.post_passages(wanted uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.post_terms(wanted);
  perform private.order_words(wanted);
end $$;

create function private.unpost_file(wanted integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.unpost_terms(wanted);
  delete from private.knowledge_word_orders o
  where o.block in (select b.id from private.knowledge_blocks b where b.file = wanted);
end $$;

revoke all on function
  private.word_order(text, text), private.order_words(uuid[]), private.post_passages(uuid[]),
  private.unpost_file(integer)
from public;

-- The passages that are here already, file by file.
do $$
declare
  file uuid;
begin
  for file in select f.file_id from private.knowledge_files f order by f.id loop
    perform private.order_words(array(
      select c.id from public.knowledge_chunks c where c.file_id = file));
  end loop;
end $$;
