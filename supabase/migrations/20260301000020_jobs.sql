-- The jobs of a company: what the entries of its people belong to.

create table public.jobs (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies (id) on delete cascade,
  -- As the company's own system calls it: an import finds a job by it.
  number text not null check (char_length(number) between 1 and 60 and number !~ '^\s|\s$|[\n\r\t]'),
  title text not null default '' check (char_length(title) <= 200 and title !~ '[\n\r\t]'),
  customer text not null default '' check (char_length(customer) <= 200 and customer !~ '[\n\r\t]'),
  site text not null default '' check (char_length(site) <= 300 and site !~ '[\n\r\t]'),
  -- A list of objects with `maker`, `model` and `serial`, each a text.
  equipment jsonb not null default '[]'
    check (jsonb_typeof(equipment) = 'array' and jsonb_array_length(equipment) <= 50
           and char_length(equipment::text) <= 20000),
  status text not null default 'open' check (status in ('open', 'closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, number)
);
create index jobs_latest on public.jobs (company_id, created_at desc);

alter table public.jobs enable row level security, force row level security;
revoke all on public.jobs from public, anon, authenticated;
grant select, delete on public.jobs to authenticated;
-- With an id, so that taking back a deletion brings the same row back.
grant insert (id, company_id, number, title, customer, site, equipment, status),
      update (number, title, customer, site, equipment, status)
  on public.jobs to authenticated;
grant all on public.jobs to service_role;
alter publication supabase_realtime add table public.jobs;

-- Technicians as well: their devices hold the open jobs, and the closed ones that their entries name.
create policy "people read the jobs of their company" on public.jobs
  for select to authenticated
  using ((select private.is_super_admin()) or company_id = (select private.current_company()));

create policy "administrators look after jobs" on public.jobs for all to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "jobs are added with the second factor required" on public.jobs
  as restrictive for insert to authenticated with check ((select private.second_factor_suffices()));
create policy "jobs are changed with the second factor required" on public.jobs
  as restrictive for update to authenticated
  using ((select private.second_factor_suffices())) with check ((select private.second_factor_suffices()));
create policy "jobs are deleted with the second factor required" on public.jobs
  as restrictive for delete to authenticated using ((select private.second_factor_suffices()));

-- Not `keep_plain_names`, which takes several times as long: an import writes 5,000 jobs in one statement.
create function private.keep_plain_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.number := private.plain_name(new.number);
  new.title := private.plain_name(new.title);
  new.customer := private.plain_name(new.customer);
  new.site := private.plain_name(new.site);
  return new;
end $$;
create trigger keep_plain_names before insert or update of number, title, customer, site on public.jobs
  for each row execute function private.keep_plain_job();

create function private.note_job_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger note_job_update before update on public.jobs
  for each row when (new.updated_at = old.updated_at) execute function private.note_job_update();

-- A company has at most 5,000 open jobs: every device of its people holds them all.
create function private.limit_open_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time for a company, or two at once would each count without the other.
  perform from public.companies c
  where c.id in (select w.company_id from written w) order by c.id for no key update;
  if exists (select from public.jobs j
             where j.status = 'open' and j.company_id in (select w.company_id from written w)
             group by j.company_id having count(*) > 5000) then
    raise exception 'A company has at most 5,000 open jobs. Close or delete some first.'
      using errcode = '23514', hint = 'refused_by_rule';
  end if;
  return null;
end $$;
create trigger limit_added_jobs after insert on public.jobs
  referencing new table as written for each statement execute function private.limit_open_jobs();
create trigger limit_changed_jobs after update on public.jobs
  referencing new table as written for each statement execute function private.limit_open_jobs();

-- The token with which a company's own system sends jobs: one for each company, stored as a hash. It is shown
-- once, when it is made.
create table public.job_import_tokens (
  company_id uuid primary key references public.companies (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  id uuid not null unique default gen_random_uuid(),
  last_used_at timestamptz
);
alter table public.job_import_tokens enable row level security, force row level security;
revoke all on public.job_import_tokens from public, anon, authenticated;
grant select, delete on public.job_import_tokens to authenticated;
grant all on public.job_import_tokens to service_role;

create policy "administrators see when a token was used, and revoke it" on public.job_import_tokens
  for all to authenticated
  using ((select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));
create policy "tokens are revoked with the second factor required" on public.job_import_tokens
  as restrictive for delete to authenticated using ((select private.second_factor_suffices()));

-- Makes the company's token and returns it; one that was there before is not valid any more.
create function public.make_job_import_token(company uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token text := 'jobs_' || replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
begin
  if not (private.is_super_admin()
          or (company is not distinct from private.current_company() and private.has_role('admin')))
     or not private.second_factor_suffices() then
    raise exception 'Only administrators may do this.' using errcode = '42501';
  end if;
  insert into public.job_import_tokens (company_id, token_hash)
  values (company, encode(sha256(convert_to(token, 'UTF8')), 'hex'))
  on conflict (company_id) do update
    set token_hash = excluded.token_hash, created_at = now(), last_used_at = null;
  return token;
end $$;

-- Adds jobs to a company, or changes those that have a number already, all or none, with the rights of who
-- calls. `rows` is a list of objects: of a job that exists, what an object lacks stays as it is. Of two with
-- one number, the last counts.
create function public.import_jobs(company uuid, rows jsonb)
returns table (added integer, changed integer)
language sql set search_path = '' as $$
  with given as (
    select distinct on (btrim(r ->> 'number')) btrim(r ->> 'number') as number, r as job
    from jsonb_array_elements(rows) with ordinality as g (r, place)
    order by btrim(r ->> 'number'), place desc
  ), written as (
    insert into public.jobs as j (company_id, number, title, customer, site, equipment, status)
    select company, g.number, coalesce(g.job ->> 'title', o.title, ''),
           coalesce(g.job ->> 'customer', o.customer, ''), coalesce(g.job ->> 'site', o.site, ''),
           coalesce(g.job -> 'equipment', o.equipment, '[]'), coalesce(g.job ->> 'status', o.status, 'open')
    from given g left join public.jobs o on o.company_id = company and o.number = g.number
    on conflict (company_id, number) do update
      set title = excluded.title, customer = excluded.customer, site = excluded.site,
          equipment = excluded.equipment, status = excluded.status
      where (j.title, j.customer, j.site, j.equipment, j.status)
        is distinct from (excluded.title, excluded.customer, excluded.site, excluded.equipment,
                          excluded.status)
    -- A row that was there before has the transaction that replaced it.
    returning j.xmax = 0 as is_new
  )
  select count(*) filter (where is_new)::integer, count(*) filter (where not is_new)::integer from written
$$;

-- Whose token it is, for the function that imports jobs; null for one that is not valid.
create function public.company_of_job_token(token text) returns uuid
language sql set search_path = '' as $$
  update public.job_import_tokens t set last_used_at = now()
  where t.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
  returning t.company_id
$$;

revoke all on function public.make_job_import_token, public.import_jobs, public.company_of_job_token,
  private.keep_plain_job, private.note_job_update, private.limit_open_jobs from public, anon;
grant execute on function public.make_job_import_token, public.import_jobs to authenticated, service_role;
revoke all on function public.company_of_job_token from authenticated;
grant execute on function public.company_of_job_token to service_role;

-- What "Copy for CRM" copies of a note, in this order; null: what it copies where nothing was chosen.
alter table public.companies add column copy_layout text[]
  check (copy_layout <@ '{job,person,summary,transcription}'::text[]
         and copy_layout && '{summary,transcription}'::text[] and cardinality(copy_layout) <= 4);

-- A function, because administrators change nothing else of their company's row. Returns what is valid then.
create function public.set_copy_layout(company uuid, layout text[]) returns text[]
language plpgsql security definer set search_path = '' as $$
begin
  if not (private.is_super_admin()
          or (company is not distinct from private.current_company() and private.has_role('admin')))
     or not private.second_factor_suffices() then
    raise exception 'Only administrators may do this.' using errcode = '42501';
  end if;
  update public.companies c set copy_layout = layout where c.id = company;
  return layout;
end $$;
revoke all on function public.set_copy_layout from public, anon;
grant execute on function public.set_copy_layout to authenticated, service_role;
