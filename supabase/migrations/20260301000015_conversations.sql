-- What people asked and were answered, and how they rated the answers. A message is written once, by its
-- person; nobody updates or deletes it.

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
  created_at timestamptz not null default now(),
  -- Which words of the question were searched otherwise than they were written: a list of {written, used}.
  corrections jsonb check (jsonb_typeof(corrections) in ('array', 'null')),
  item_id uuid not null,
  unique (user_id, item_id)
);
create index label_agent_conversations_of_person
  on public.label_agent_conversations (user_id, created_at);

alter table public.label_agent_conversations enable row level security, force row level security;
revoke all on public.label_agent_conversations from anon, authenticated;
grant select, insert (id, user_id, role, content, sources, basis, corrections)
  on public.label_agent_conversations to authenticated;
grant all on public.label_agent_conversations to service_role;

create policy "people read their own" on public.label_agent_conversations
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active()));

create policy "people write their own" on public.label_agent_conversations
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_active()));

create trigger keep_item_id before insert on public.label_agent_conversations for each row
  execute function private.keep_item_id('');

create table public.ask_agent_conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role in ('user', 'assistant')),
  content text not null check (char_length(content) between 1 and 50000),
  sources jsonb check (jsonb_typeof(sources) in ('array', 'null')),
  basis text check (basis in ('model', 'passages', 'nothing')),
  created_at timestamptz not null default now(),
  corrections jsonb check (jsonb_typeof(corrections) in ('array', 'null')),
  item_id uuid not null,
  unique (user_id, item_id)
);
create index ask_agent_conversations_of_person
  on public.ask_agent_conversations (user_id, created_at);

alter table public.ask_agent_conversations enable row level security, force row level security;
revoke all on public.ask_agent_conversations from anon, authenticated;
grant select, insert (id, user_id, role, content, sources, basis, corrections)
  on public.ask_agent_conversations to authenticated;
grant all on public.ask_agent_conversations to service_role;

create policy "people read their own" on public.ask_agent_conversations
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active()));

create policy "people write their own" on public.ask_agent_conversations
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_active()));

create trigger keep_item_id before insert on public.ask_agent_conversations for each row
  execute function private.keep_item_id('');

-- How people rated the answers that they got: right or wrong, and why. One row for each person and answer;
-- `rate_answer` alone writes it, so that the newest of several sent ratings stays, however late an older one
-- arrives.
create table public.answer_feedback (
  id uuid primary key default gen_random_uuid(),
  -- A deleted person's ratings stay with the company.
  user_id uuid references public.profiles (id) on delete set null,
  former_user_id uuid,
  company_id uuid references public.companies (id) on delete set null,
  agent text not null check (agent in ('label', 'ask')),
  -- The answer in the conversation, and the request that it answers.
  message_id uuid not null,
  request_id uuid,
  -- What the device sent last, and its number: a higher one is newer.
  item_id uuid not null,
  revision bigint not null check (revision >= 0),
  -- Null: the person took it back.
  verdict text check (verdict in ('right', 'wrong')),
  question text not null check (char_length(question) <= 4000),
  reason text check (char_length(reason) between 1 and 500),
  -- The files that the answer rests on.
  sources uuid[] not null default '{}' check (cardinality(sources) <= 50),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (message_id, user_id)
);
create index answer_feedback_of_company on public.answer_feedback (company_id, updated_at desc);
create index answer_feedback_of_person on public.answer_feedback (user_id, updated_at desc);
create index answer_feedback_of_request on public.answer_feedback (request_id);
create index answer_feedback_wrong on public.answer_feedback (company_id, updated_at desc)
  where verdict = 'wrong';

alter table public.answer_feedback enable row level security, force row level security;
revoke all on public.answer_feedback from public, anon, authenticated;
grant select on public.answer_feedback to authenticated;
grant all on public.answer_feedback to service_role;

create policy "people read their own, administrators their company's" on public.answer_feedback
  for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.is_active()))
         or (select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create trigger keep_former_user before update of user_id on public.answer_feedback
  for each row when (old.user_id is not null and new.user_id is null)
  execute function private.keep_former_user();

-- Stores the caller's rating of an answer, unless something newer is stored. The same rating sent twice is
-- stored once, also when the first one was sent from an account of the same person that was deleted since.
-- Returns the stored row.
--
-- `rating`: `{ message_id, request_id, item_id, revision, agent, verdict, question, reason, sources }`.
create function public.rate_answer(rating jsonb) returns setof public.answer_feedback
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  answer uuid := (rating ->> 'message_id')::uuid;
begin
  if not private.is_active() then
    raise exception 'This account is suspended' using errcode = '42501';
  end if;
  update public.answer_feedback f set user_id = me
  from private.former_people p
  where f.message_id = answer and f.user_id is null and p.id = f.former_user_id
    and private.is_gone(p.id)
    and p.address_hash = private.address_hash(p.id, private.confirmed_address())
    and not exists (select from public.answer_feedback own
                    where own.message_id = answer and own.user_id = me);
  insert into public.answer_feedback
    (user_id, company_id, agent, message_id, request_id, item_id, revision, verdict, question, reason,
     sources)
  select me, private.current_company(), r.agent, r.message_id, r.request_id, r.item_id, r.revision,
         r.verdict, r.question, r.reason, coalesce(r.sources, '{}')
  from jsonb_to_record(rating) as r
    (agent text, message_id uuid, request_id uuid, item_id uuid, revision bigint, verdict text,
     question text, reason text, sources uuid[])
  on conflict (message_id, user_id) do update
    set item_id = excluded.item_id, revision = excluded.revision, verdict = excluded.verdict,
        reason = excluded.reason, updated_at = now()
    where answer_feedback.revision < excluded.revision;
  return query
    select * from public.answer_feedback f where f.message_id = answer and f.user_id = me;
end $$;

revoke all on function public.rate_answer from public, anon;
grant execute on function public.rate_answer to authenticated, service_role;

-- The answers that administrators look at: those that found nothing, and those that a person marked as wrong,
-- read with the reader's own rights. An answer that found nothing and was marked as wrong is one row.
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
