-- What administrators did for people who could not sign in: who did what for whom, when, and with what
-- result. Only the server writes here, before it acts and after it, so that nothing is done without a
-- row. It holds no password, no link and no token.
create table public.account_resets (
  id uuid primary key default gen_random_uuid(),
  -- The person's company at that time.
  company_id uuid references public.companies (id) on delete set null,
  -- Who did it. The ids are null for accounts that were deleted; the addresses stay.
  actor_id uuid references public.profiles (id) on delete set null,
  actor_email text,
  -- For whom.
  person_id uuid references public.profiles (id) on delete set null,
  person_email text,
  action text not null check (action in ('temporary_password', 'recovery_link', 'remove_factors')),
  -- `begun`: the server did not get as far as writing down the result.
  result text not null default 'begun' check (result in ('begun', 'done', 'failed')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((result = 'begun') = (finished_at is null))
);

create index account_resets_of_company on public.account_resets (company_id, created_at desc);
create index account_resets_of_person on public.account_resets (person_id, created_at desc);
create index account_resets_of_actor on public.account_resets (actor_id, created_at desc);

alter table public.account_resets enable row level security;
alter table public.account_resets force row level security;
revoke all on public.account_resets from anon, authenticated;
grant select on public.account_resets to authenticated;
grant all on public.account_resets to service_role;

create policy "administrators read what was done in their company" on public.account_resets
  for select to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

-- Writes down that `caller` is about to do something for `person`. Answers one of
--   {outcome: begun, id}
--   {outcome: rate_limited, retry_after}   too many in an hour; seconds until there is room again
create function public.begin_account_reset(
  caller uuid, person uuid, wanted text, per_caller integer, per_person integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wait integer;
  begun uuid;
begin
  -- One at a time, so that two at once do not each count without the other.
  perform pg_advisory_xact_lock(hashtextextended('account resets', 0));
  select ceil(extract(epoch from max(w.frees - clock_timestamp())))::integer into wait
  from (
    (select r.created_at + interval '1 hour' as frees from public.account_resets r
     where r.actor_id = caller order by r.created_at desc offset per_caller - 1 limit 1)
    union all
    (select r.created_at + interval '1 hour' from public.account_resets r
     where r.person_id = person order by r.created_at desc offset per_person - 1 limit 1)
  ) w where w.frees > clock_timestamp();
  if wait is not null then
    return jsonb_build_object('outcome', 'rate_limited', 'retry_after', greatest(1, wait));
  end if;

  insert into public.account_resets
    (company_id, actor_id, actor_email, person_id, person_email, action, created_at)
  select p.company_id, a.id, a.email, p.id, p.email, wanted, clock_timestamp()
  from public.profiles p cross join public.profiles a
  where p.id = person and a.id = caller
  returning id into strict begun;
  return jsonb_build_object('outcome', 'begun', 'id', begun);
end $$;

-- Writes down the result, once. Where a way in was changed, all sessions of the person end, whatever
-- the result is: a failure may come when half of it is done.
create function public.finish_account_reset(reset uuid, outcome text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  finished public.account_resets;
begin
  update public.account_resets r set result = outcome, finished_at = clock_timestamp()
  where r.id = reset and r.result = 'begun'
  returning * into finished;
  if finished.action in ('temporary_password', 'remove_factors') then
    delete from auth.sessions s where s.user_id = finished.person_id;
  end if;
end $$;

revoke all on function
  public.begin_account_reset(uuid, uuid, text, integer, integer),
  public.finish_account_reset(uuid, text)
from public, anon, authenticated;
grant execute on function
  public.begin_account_reset(uuid, uuid, text, integer, integer),
  public.finish_account_reset(uuid, text)
to service_role;
