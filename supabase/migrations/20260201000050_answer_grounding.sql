-- Why an answer said what it said: which prompt and passages the model had, and how its sentences were checked. Read by
-- administrators with the rest of the row, under the same policies.
alter table public.detailed_agent_logs
  -- An object in the form of `contracts/answer-grounding.ts`; null for requests without an answer of a model.
  add column grounding jsonb check (jsonb_typeof(grounding) = 'object');

-- As it was, with the new column.
create or replace function private.write_detailed_log(person uuid, key uuid, entry jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.detailed_agent_logs d
  set request_key = gen_random_uuid(), request_count = d.request_count - 1
  where d.user_id = person and d.request_key = key and d.request_count > 1;

  insert into public.detailed_agent_logs as d (
    user_id, request_key, company_id, user_email, agent_type, action_type, status, device_type,
    ip_address, ai_model, input_token_count, completion_tokens, total_tokens, estimated_cost,
    total_request_time_ms, input_text, output_text, error_message, knowledge_base_files_used,
    grounding)
  select person, key, p.company_id, p.email, e.agent_type, e.action_type, e.status, e.device_type,
    e.ip_address, e.ai_model, e.input_token_count, e.completion_tokens, e.total_tokens,
    e.estimated_cost, e.total_request_time_ms, e.input_text, e.output_text, e.error_message,
    coalesce(e.knowledge_base_files_used, '{}'), nullif(e.grounding, 'null'::jsonb)
  from jsonb_populate_record(null::public.detailed_agent_logs, entry) e
  join public.profiles p on p.id = person
  on conflict (user_id, request_key) do update set
    status = excluded.status, device_type = excluded.device_type, ip_address = excluded.ip_address,
    ai_model = excluded.ai_model, input_token_count = excluded.input_token_count,
    completion_tokens = excluded.completion_tokens, total_tokens = excluded.total_tokens,
    estimated_cost = excluded.estimated_cost,
    total_request_time_ms = excluded.total_request_time_ms, input_text = excluded.input_text,
    output_text = excluded.output_text, error_message = excluded.error_message,
    knowledge_base_files_used = excluded.knowledge_base_files_used,
    grounding = excluded.grounding, refused_since = null
  where d.status <> 'success';
end $$;
