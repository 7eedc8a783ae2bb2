-- Which words of the question an answer was searched for otherwise than they were written: a list of
-- {written, used}.
alter table public.label_agent_conversations
  add column corrections jsonb check (jsonb_typeof(corrections) in ('array', 'null'));
alter table public.ask_agent_conversations
  add column corrections jsonb check (jsonb_typeof(corrections) in ('array', 'null'));

grant insert (corrections) on public.label_agent_conversations to authenticated;
grant insert (corrections) on public.ask_agent_conversations to authenticated;
