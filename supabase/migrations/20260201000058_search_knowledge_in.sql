-- What `search_knowledge_for` finds for people of a company, without one of its documents: for the
-- server's functions, which try questions before the document is deleted.
create function public.search_knowledge_in(
  company uuid, query text, agent text, max_results integer, without uuid default null)
returns table (file_id uuid, file_name text, page integer, chunk_no integer, heading text,
               body text, score double precision)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted integer := least(greatest(max_results, 1), 200);
begin
  if company is null or agent is null or agent not in ('label_agent', 'ask_agent') then
    return;
  end if;
  return query
    select r.file_id, r.file_name, r.page, r.chunk_no, r.heading, r.body, r.score
    from private.rank_passages(
      query, company, case when agent = 'label_agent' then agent end,
      case when without is null then wanted else 200 end) with ordinality
      as r (file_id, file_name, page, chunk_no, heading, body, score, place)
    where r.file_id is distinct from without
    order by r.place limit wanted;
end $$;
revoke all on function public.search_knowledge_in(uuid, text, text, integer, uuid)
  from public, anon, authenticated;
grant execute on function public.search_knowledge_in(uuid, text, text, integer, uuid)
  to service_role;

-- How often a person ran golden questions lately, for the pace of such runs.
create index detailed_agent_logs_golden_runs on public.detailed_agent_logs (user_id, created_at desc)
  where action_type = 'golden-run';
