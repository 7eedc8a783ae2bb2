-- As it was, and how many requests used a model whose price is not known: their cost is not in the
-- sum, which must not be read as the whole.
create or replace view public.agent_usage_analytics with (security_invoker = true) as
  select l.agent_type,
         (l.created_at at time zone 'UTC')::date as usage_date,
         sum(l.request_count)::integer as total_requests,
         coalesce(sum(l.request_count) filter (where l.status = 'success'), 0)::integer
           as successful_requests,
         coalesce(sum(l.request_count) filter (where l.status <> 'success'), 0)::integer
           as failed_requests,
         avg(l.total_request_time_ms)::double precision as avg_response_time_ms,
         -- Who was deleted since has no id any more, and an address still.
         count(distinct coalesce(l.user_id::text, l.user_email))::integer as unique_users,
         coalesce(sum(l.total_tokens), 0)::double precision as total_tokens_used,
         avg(l.total_tokens)::double precision as avg_tokens_per_request,
         coalesce(sum(l.estimated_cost), 0)::double precision as total_estimated_cost,
         coalesce(sum(l.request_count) filter (
           where l.ai_model is not null and l.estimated_cost is null and l.status = 'success'
         ), 0)::integer as unpriced_requests
  from public.detailed_agent_logs l
  group by l.agent_type, (l.created_at at time zone 'UTC')::date;
