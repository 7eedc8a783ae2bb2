-- What the detailed logs add up to, one row per agent and day (UTC), in the reader's company scope:
-- read with the reader's own rights. What is not successful is failed, so that the two make the
-- total. Figures that no request told are null, and so not made up. All are types that JSON has as
-- numbers: the wider ones of PostgreSQL leave some servers as text.
create view public.agent_usage_analytics with (security_invoker = true) as
  select l.agent_type,
         (l.created_at at time zone 'UTC')::date as usage_date,
         count(*)::integer as total_requests,
         count(*) filter (where l.status = 'success')::integer as successful_requests,
         count(*) filter (where l.status <> 'success')::integer as failed_requests,
         avg(l.total_request_time_ms)::double precision as avg_response_time_ms,
         -- Who was deleted since has no id any more, and an address still.
         count(distinct coalesce(l.user_id::text, l.user_email))::integer as unique_users,
         coalesce(sum(l.total_tokens), 0)::double precision as total_tokens_used,
         avg(l.total_tokens)::double precision as avg_tokens_per_request,
         coalesce(sum(l.estimated_cost), 0)::double precision as total_estimated_cost
  from public.detailed_agent_logs l
  group by l.agent_type, (l.created_at at time zone 'UTC')::date;

revoke all on public.agent_usage_analytics from anon, authenticated;
grant select on public.agent_usage_analytics to authenticated, service_role;
