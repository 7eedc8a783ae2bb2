-- What `search_knowledge_in` would find for some questions if a held version were released: for the
-- server's functions, which try questions before that. The version is released in a subtransaction,
-- which is rolled back after the search, so that the ranking is the one of afterwards and nothing
-- remains changed. One call for all questions: the release costs more than a search.
--
-- `question` is the place of a question in `queries`, from 1. Nothing is found when the version is not
-- held, or is not complete.
create function public.search_with_version(
  company uuid, version uuid, queries text[], agent text, max_results integer)
returns table (question integer, file_id uuid, file_name text, page integer, chunk_no integer,
               heading text, body text, score double precision)
language plpgsql security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(max_results, 1), 200);
  hits jsonb;
begin
  if company is null or agent is null or agent not in ('label_agent', 'ask_agent')
     or cardinality(queries) > 20 then
    return;
  end if;
  begin
    update public.knowledge_base f set is_held = false
    where f.id = version and f.company_id = company and f.is_held
      and f.deleting_at is null and f.indexed_passages = f.passage_count;
    if found then
      select jsonb_agg(to_jsonb(r) || jsonb_build_object('question', q.place)) into hits
      from unnest(queries) with ordinality q (query, place)
      cross join lateral private.rank_passages(
        q.query, company, case when agent = 'label_agent' then agent end, wanted)
        with ordinality as r (file_id, file_name, page, chunk_no, heading, body, score, rank);
    end if;
    -- A code of this function's own, for the handler below.
    raise exception 'rolled back' using errcode = 'FA001';
  exception when sqlstate 'FA001' then
    null;
  end;
  return query
  select r.question, r.file_id, r.file_name, r.page, r.chunk_no, r.heading, r.body, r.score
  from jsonb_to_recordset(hits) r (question integer, file_id uuid, file_name text, page integer,
    chunk_no integer, heading text, body text, score double precision, rank integer)
  order by r.question, r.rank;
end $$;
revoke all on function public.search_with_version(uuid, uuid, text[], text, integer)
  from public, anon, authenticated;
grant execute on function public.search_with_version(uuid, uuid, text[], text, integer)
  to service_role;
