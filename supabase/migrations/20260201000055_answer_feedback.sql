-- What people said about the answers they got: right or wrong, and why. One row for each person and
-- answer; it is written by `rate_answer` alone, so that the newest of several sent ratings stays,
-- however late an older one arrives.
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

alter table public.answer_feedback enable row level security;
alter table public.answer_feedback force row level security;
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

-- Stores what the caller says about one answer, unless something newer is stored. The same rating sent
-- twice is stored once, also when the first one was sent from an account of the same person that was
-- deleted since. Returns the stored row.
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
revoke all on function public.rate_answer(jsonb) from public, anon;
grant execute on function public.rate_answer(jsonb) to authenticated, service_role;
