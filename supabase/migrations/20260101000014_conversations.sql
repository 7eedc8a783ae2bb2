-- What people asked and were answered. A message is written once, by its person; nobody updates or
-- deletes it.

create table public.label_agent_conversations (
  -- The device mints it, so that a message sent twice is one row.
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role in ('user', 'assistant')),
  content text not null check (char_length(content) between 1 and 50000),
  -- The passages that an answer rests on.
  sources jsonb check (jsonb_typeof(sources) in ('array', 'null')),
  -- What an answer is: a model's words, the passages themselves, or that nothing was found.
  basis text check (basis in ('model', 'passages', 'nothing')),
  created_at timestamptz not null default now()
);

create index label_agent_conversations_of_person
  on public.label_agent_conversations (user_id, created_at);

alter table public.label_agent_conversations enable row level security;
alter table public.label_agent_conversations force row level security;
revoke all on public.label_agent_conversations from anon, authenticated;
grant select, insert (id, user_id, role, content, sources, basis)
  on public.label_agent_conversations to authenticated;
grant all on public.label_agent_conversations to service_role;

create policy "people read their own" on public.label_agent_conversations
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active()));

create policy "people write their own" on public.label_agent_conversations
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_active()));

create table public.ask_agent_conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role in ('user', 'assistant')),
  content text not null check (char_length(content) between 1 and 50000),
  sources jsonb check (jsonb_typeof(sources) in ('array', 'null')),
  basis text check (basis in ('model', 'passages', 'nothing')),
  created_at timestamptz not null default now()
);

create index ask_agent_conversations_of_person
  on public.ask_agent_conversations (user_id, created_at);

alter table public.ask_agent_conversations enable row level security;
alter table public.ask_agent_conversations force row level security;
revoke all on public.ask_agent_conversations from anon, authenticated;
grant select, insert (id, user_id, role, content, sources, basis)
  on public.ask_agent_conversations to authenticated;
grant all on public.ask_agent_conversations to service_role;

create policy "people read their own" on public.ask_agent_conversations
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active()));

create policy "people write their own" on public.ask_agent_conversations
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_active()));
