create table public.contact_form_submissions (
  -- The visitor's device mints it, so that a request sent twice is one row.
  id uuid primary key default gen_random_uuid(),
  company text not null check (char_length(btrim(company)) between 1 and 200),
  name text not null check (char_length(btrim(name)) between 1 and 100),
  -- The form knows addresses more exactly; here is only what no address can be.
  email text not null check (char_length(email) <= 255
                             and email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'),
  phone text not null check (char_length(btrim(phone)) between 1 and 50),
  field_tech_count text not null check (char_length(btrim(field_tech_count)) between 1 and 1000),
  current_crm text not null check (char_length(btrim(current_crm)) between 1 and 200),
  created_at timestamptz not null default now(),
  status text not null default 'new'
    check (status in ('new', 'contacted', 'qualified', 'not_interested')),
  notes text check (char_length(notes) <= 2000)
);

create index contact_form_submissions_latest on public.contact_form_submissions (created_at desc);
create index contact_form_submissions_pace
  on public.contact_form_submissions (lower(email), created_at desc);

alter table public.contact_form_submissions enable row level security;
alter table public.contact_form_submissions force row level security;
revoke all on public.contact_form_submissions from anon, authenticated;
grant insert (id, company, name, email, phone, field_tech_count, current_crm)
  on public.contact_form_submissions to anon, authenticated;
grant select, update (status, notes) on public.contact_form_submissions to authenticated;
grant all on public.contact_form_submissions to service_role;

create policy "visitors ask for access" on public.contact_form_submissions
  for insert to anon with check (true);

create policy "people ask for access" on public.contact_form_submissions
  for insert to authenticated with check ((select private.is_active()));

create policy "administrators read requests" on public.contact_form_submissions
  for select to authenticated
  using ((select private.is_super_admin()) or (select private.has_role('admin')));

create policy "administrators answer requests" on public.contact_form_submissions
  for update to authenticated
  using ((select private.is_super_admin()) or (select private.has_role('admin')))
  with check ((select private.is_super_admin()) or (select private.has_role('admin')));

-- Anybody may write here, so that the pace is kept here too. REST answers PT429 with status 429.
create function private.keep_lead_pace() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time, or many at once would each count without the others.
  perform pg_advisory_xact_lock(hashtextextended('contact_form_submissions', 0));
  -- Sent again, it is refused as a duplicate, which tells the device that it has arrived.
  if exists (select from public.contact_form_submissions s where s.id = new.id) then
    return new;
  end if;
  if (select count(*) from public.contact_form_submissions s
      where lower(s.email) = lower(new.email) and s.created_at > now() - interval '1 day') >= 5 then
    raise sqlstate 'PT429' using
      message = 'This email address has sent several requests today. Please try again tomorrow.';
  end if;
  if (select count(*) from public.contact_form_submissions s
      where s.created_at > now() - interval '1 minute') >= 60 then
    raise sqlstate 'PT429' using
      message = 'Too many requests are coming in right now. Please try again in a minute.';
  end if;
  return new;
end $$;
revoke all on function private.keep_lead_pace() from public;

create trigger keep_lead_pace before insert on public.contact_form_submissions
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.keep_lead_pace();
