-- The answers that administrators look at: those that found nothing, and those that a person marked as
-- wrong. Read with the reader's own rights, so in the reader's company scope. An answer that found
-- nothing and was marked as wrong is one row.

-- Where the documents had no answer; for the list by company and by time.
create index detailed_agent_logs_found_nothing
  on public.detailed_agent_logs (company_id, created_at desc)
  where status = 'success' and action_type = 'answer' and knowledge_base_files_used = '{}';
create index detailed_agent_logs_of_request on public.detailed_agent_logs (request_key);
create index answer_feedback_wrong on public.answer_feedback (company_id, updated_at desc)
  where verdict = 'wrong';

create view public.answers_to_review with (security_invoker = true) as
  select f.id, f.company_id, f.agent, f.question, l.output_text as answer,
         coalesce(p.full_name, p.email, l.user_email) as person, f.verdict, f.reason,
         f.sources = '{}' as found_nothing, f.sources as file_ids, f.updated_at as noted_at
  from public.answer_feedback f
  left join public.profiles p on p.id = f.user_id
  left join lateral (
    select d.output_text, d.user_email from public.detailed_agent_logs d
    where d.request_key = f.request_id and d.user_id is not distinct from f.user_id
      and d.company_id is not distinct from f.company_id
    limit 1
  ) l on true
  where f.verdict = 'wrong' and f.company_id is not null
    and ((select private.is_super_admin())
         or (f.company_id = (select private.current_company()) and (select private.has_role('admin'))))
  union all
  select l.id, l.company_id, case l.agent_type when 'label_agent' then 'label' else 'ask' end,
         l.input_text, l.output_text, coalesce(p.full_name, l.user_email), null, null, true,
         '{}'::uuid[], l.created_at
  from public.detailed_agent_logs l
  left join public.profiles p on p.id = l.user_id
  where l.status = 'success' and l.action_type = 'answer' and l.knowledge_base_files_used = '{}'
    and l.company_id is not null
    and ((select private.is_super_admin())
         or (l.company_id = (select private.current_company()) and (select private.has_role('admin'))))
    and not exists (
      select from public.answer_feedback f
      where f.request_id = l.request_key and f.user_id is not distinct from l.user_id
        and f.company_id is not distinct from l.company_id and f.verdict = 'wrong');

-- How many there are in each week (from Monday, UTC) of a company: all of them where `file_id` is null,
-- and those that were marked as wrong and rest on a document.
create view public.answer_review_counts with (security_invoker = true) as
  select r.company_id, date_trunc('week', r.noted_at at time zone 'UTC')::date as week,
         null::uuid as file_id,
         count(*) filter (where r.found_nothing)::integer as found_nothing,
         count(*) filter (where r.verdict = 'wrong')::integer as wrong
  from public.answers_to_review r
  group by r.company_id, 2
  union all
  select r.company_id, date_trunc('week', r.noted_at at time zone 'UTC')::date, f.file_id, 0,
         count(*)::integer
  from public.answers_to_review r
  cross join unnest(r.file_ids) as f (file_id)
  group by r.company_id, 2, f.file_id;

revoke all on public.answers_to_review, public.answer_review_counts from public, anon, authenticated;
grant select on public.answers_to_review, public.answer_review_counts to authenticated, service_role;
