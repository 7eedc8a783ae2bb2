-- What the office does about answers: people ask it what no document has, and administrators assign, answer
-- and close what is asked and what was marked as wrong.

alter table public.answer_feedback drop constraint answer_feedback_verdict_check;
alter table public.answer_feedback
  add constraint answer_feedback_verdict_check check (verdict in ('right', 'wrong', 'asked'));
drop index public.answer_feedback_wrong;
create index answer_feedback_to_review on public.answer_feedback (company_id, updated_at desc)
  where verdict in ('wrong', 'asked');

create table public.answer_reviews (
  -- The row in `answers_to_review` of this company. The company is a part of the key, so that nobody can take
  -- the id of another company's row.
  id uuid not null,
  company_id uuid not null references public.companies (id) on delete cascade,
  assigned_to uuid references public.profiles (id) on delete set null,
  -- Null: it is open.
  done_at timestamptz,
  reply text check (char_length(reply) between 1 and 2000 and reply ~ '\S'),
  -- Who replied. The name is kept, because people do not read the profiles of administrators.
  replied_by uuid references public.profiles (id) on delete set null,
  replier text,
  replied_at timestamptz,
  primary key (company_id, id)
);
create index answer_reviews_of_assignee on public.answer_reviews (assigned_to);
create index answer_reviews_of_replier on public.answer_reviews (replied_by);

alter table public.answer_reviews enable row level security, force row level security;
revoke all on public.answer_reviews from public, anon, authenticated;
grant select, insert (id, company_id, assigned_to, done_at, reply),
      update (assigned_to, done_at, reply)
  on public.answer_reviews to authenticated;
grant all on public.answer_reviews to service_role;
alter publication supabase_realtime add table public.answer_reviews;

create policy "administrators read reviews, people those of their own ratings" on public.answer_reviews
  for select to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin')))
         or ((select private.is_active())
             and exists (select from public.answer_feedback f
                         where f.id = answer_reviews.id and f.company_id = answer_reviews.company_id
                           and f.user_id = (select auth.uid()))));

create policy "administrators add reviews" on public.answer_reviews
  for insert to authenticated
  with check ((select private.is_super_admin())
              or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "administrators change reviews" on public.answer_reviews
  for update to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))))
  with check ((select private.is_super_admin())
              or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "reviews are added with the second factor required" on public.answer_reviews
  as restrictive for insert to authenticated with check ((select private.second_factor_suffices()));
create policy "reviews are changed with the second factor required" on public.answer_reviews
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));

-- Notes who replied and when, by the server's clock, and lets nobody be given a review who cannot open it.
-- What the server itself writes, as from a backup, stays as it is.
create function private.sign_answer_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then
    return new;
  end if;
  if new.assigned_to is distinct from old.assigned_to and new.assigned_to is distinct from auth.uid()
     and new.assigned_to is not null and not exists (
       select from public.profiles p join public.user_roles r on r.user_id = p.id
       where p.id = new.assigned_to and p.company_id = new.company_id and p.status = 'active'
         and r.role in ('admin', 'super_admin')) then
    raise exception 'Only an administrator of the company can be given this.'
      using errcode = '23514', hint = 'refused_by_rule';
  end if;
  if new.done_at is not null and new.done_at is distinct from old.done_at then
    new.done_at := now();
  end if;
  if new.reply is distinct from old.reply then
    new.replied_by := auth.uid();
    new.replier := (select p.full_name from public.profiles p where p.id = auth.uid());
    new.replied_at := now();
  end if;
  return new;
end $$;
create trigger sign_answer_review before insert or update on public.answer_reviews
  for each row execute function private.sign_answer_review();

-- A person's own ratings, with what the office did about them. A rating that is newer is open again.
create view public.own_answer_feedback with (security_invoker = true) as
  select f.*, case when r.done_at >= f.updated_at then r.done_at end as done_at,
         r.reply, r.replier, r.replied_at
  from public.answer_feedback f
  left join public.answer_reviews r on r.company_id = f.company_id and r.id = f.id
  where f.user_id = (select auth.uid());

-- As before, but the stored row comes with what the office did about it.
drop function public.rate_answer(jsonb);
create function public.rate_answer(rating jsonb) returns setof public.own_answer_feedback
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
  return query select * from public.own_answer_feedback f where f.message_id = answer;
end $$;

drop view public.answer_review_counts, public.answers_to_review;

-- The answers that administrators look at: those that found nothing, that a person marked as wrong, or about
-- which a person asked the office, read with the reader's own rights. Each answer is one row.
create view public.answers_to_review with (security_invoker = true) as
  select a.*, r.assigned_to, case when r.done_at >= a.noted_at then r.done_at end as done_at,
         r.reply, r.replier, r.replied_at
  from (
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
    where f.verdict in ('wrong', 'asked') and f.company_id is not null
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
          and f.company_id is not distinct from l.company_id and f.verdict in ('wrong', 'asked'))
  ) a
  left join public.answer_reviews r on r.company_id = a.company_id and r.id = a.id;

-- How many there are in each week (from Monday, UTC) of a company, open and done: all of them where `file_id`
-- is null, and those that were marked as wrong and rest on a document.
create view public.answer_review_counts with (security_invoker = true) as
  select r.company_id, date_trunc('week', r.noted_at at time zone 'UTC')::date as week,
         null::uuid as file_id, r.done_at is not null as is_done,
         count(*) filter (where r.found_nothing)::integer as found_nothing,
         count(*) filter (where r.verdict = 'asked')::integer as asked,
         count(*) filter (where r.verdict = 'wrong')::integer as wrong
  from public.answers_to_review r
  group by r.company_id, 2, r.done_at is not null
  union all
  select r.company_id, date_trunc('week', r.noted_at at time zone 'UTC')::date, f.file_id,
         r.done_at is not null, 0, 0, count(*)::integer
  from public.answers_to_review r
  cross join unnest(r.file_ids) as f (file_id)
  group by r.company_id, 2, f.file_id, r.done_at is not null;

revoke all on public.own_answer_feedback, public.answers_to_review, public.answer_review_counts
  from public, anon, authenticated;
grant select on public.own_answer_feedback, public.answers_to_review, public.answer_review_counts
  to authenticated, service_role;
revoke all on function public.rate_answer, private.sign_answer_review from public, anon;
grant execute on function public.rate_answer to authenticated, service_role;
