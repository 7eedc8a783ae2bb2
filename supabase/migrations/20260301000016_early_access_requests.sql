create table public.contact_form_submissions (
  -- The visitor's device mints it, so that a request sent twice is one row.
  id uuid primary key default gen_random_uuid(),
  -- A text has a character that JavaScript does not trim; blanks around it count for its length.
  company text not null check (
    char_length(company) <= 200
    and company ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'),
  name text not null check (
    char_length(name) <= 100
    and name ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'),
  -- The expression by which the form checks addresses.
  email text not null check (
    char_length(email) <= 255
    and email ~ '^(?!\.)(?!.*\.\.)([A-Za-z0-9_''+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$'),
  phone text not null check (
    char_length(phone) <= 50
    and phone ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'),
  field_tech_count text not null check (
    char_length(field_tech_count) <= 1000
    and field_tech_count ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'),
  current_crm text not null check (
    char_length(current_crm) <= 200
    and current_crm ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'),
  created_at timestamptz not null default now(),
  status text not null default 'new'
    check (status in ('new', 'contacted', 'qualified', 'not_interested')),
  notes text check (char_length(notes) <= 2000)
);
create index contact_form_submissions_latest on public.contact_form_submissions (created_at desc);
create index contact_form_submissions_pace
  on public.contact_form_submissions (lower(email), created_at desc);

alter table public.contact_form_submissions enable row level security, force row level security;
revoke all on public.contact_form_submissions from anon, authenticated;
grant insert (id, company, name, email, phone, field_tech_count, current_crm)
  on public.contact_form_submissions to anon, authenticated;
grant select, update (status, notes) on public.contact_form_submissions to authenticated;
grant all on public.contact_form_submissions to service_role;
alter publication supabase_realtime add table public.contact_form_submissions;

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

create policy "requests are answered with the second factor required" on public.contact_form_submissions
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));

create trigger keep_plain_names before insert on public.contact_form_submissions
  for each row execute function private.keep_plain_names('company', 'name');

-- Where requests came from in the last hour, and not which came from where.
create table private.lead_arrivals (
  line cidr not null,
  arrived_at timestamptz not null default now()
);
create index lead_arrivals_pace on private.lead_arrivals (line, arrived_at);
create index lead_arrivals_oldest on private.lead_arrivals (arrived_at);

revoke all on private.lead_arrivals from public, anon, authenticated, service_role;

-- The network of whoever sends the request: an IPv4 address, or the /64 that one line has of IPv6.
-- Null when it is not known, and for this machine itself, behind which a proxy may have everybody.
-- Whatever stands in front (the network of a hosted project, or the embedded server) sets the header in place
-- of a client's.
create function private.request_network() returns cidr
language plpgsql stable set search_path = '' as $$
declare
  address inet;
begin
  address := regexp_replace(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'cf-connecting-ip',
    '^::ffff:', '', 'i')::inet;
  if address <<= '127.0.0.0/8'::inet or address = '::1'::inet then
    return null;
  end if;
  return network(set_masklen(address, case family(address) when 4 then 32 else 64 end));
exception when invalid_text_representation then
  return null;
end $$;

-- The network around a line, by the length of its prefix in either version of IP; null for null.
create function private.widened(line cidr, length_of_4 integer, length_of_6 integer) returns cidr
language sql immutable set search_path = '' as $$
  select network(set_masklen(line::inet, case family(line) when 4 then length_of_4 else length_of_6 end))
$$;

-- How many requests have come from a network in the last hour; none from one that is not known.
create function private.lead_arrivals_from(network cidr) returns bigint
language sql stable set search_path = '' as $$
  select count(*) from private.lead_arrivals a
  where a.line <<= network and a.arrived_at > now() - interval '1 hour'
$$;

-- Anybody may write here, so that the pace is limited here, too. REST answers PT429 with status 429. In a
-- rush, only those may ask who have not done so for an hour. The whole stays bounded, so that the table
-- cannot be flooded.
--
--   a line (an IPv4 address, a /64 of IPv6)         20 an hour
--   a network (a /24 of IPv4, a /48 of IPv6)        40 an hour
--   everybody                                      600 an hour and 60 a minute; beyond that, a rush:
--   a network that asks for the first time           1 an hour, of a provider (a /16, a /32) 20
--   everybody, in a rush too                     3,000 an hour
--   whose network is not known                   while everybody has sent fewer than 1,500 an hour
--                                                and 60 a minute
create function private.keep_lead_pace() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sender cidr := private.request_network();
  network cidr := private.widened(sender, 24, 48);
  in_minute bigint;
  in_hour bigint;
  has_room boolean;
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

  delete from private.lead_arrivals a where a.arrived_at < now() - interval '1 hour';
  if private.lead_arrivals_from(sender) >= 20 or private.lead_arrivals_from(network) >= 40 then
    raise sqlstate 'PT429' using
      message = 'Many requests have come from your network. Please try again in an hour.';
  end if;

  select count(*) filter (where s.created_at > now() - interval '1 minute'), count(*)
  into in_minute, in_hour
  from public.contact_form_submissions s
  where s.created_at > now() - interval '1 hour';
  if sender is null then
    has_room := in_minute < 60 and in_hour < 1500;
  elsif in_minute < 60 and in_hour < 600 then
    has_room := true;
  else
    has_room := in_hour < 3000
      and private.lead_arrivals_from(network) = 0
      and private.lead_arrivals_from(private.widened(sender, 16, 32)) < 20;
  end if;
  if not has_room then
    raise sqlstate 'PT429' using
      message = 'Too many requests are coming in right now. Please try again later.';
  end if;

  if sender is not null then
    insert into private.lead_arrivals (line) values (sender);
  end if;
  return new;
end $$;
create trigger keep_lead_pace before insert on public.contact_form_submissions
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.keep_lead_pace();

revoke all on all functions in schema private from public;
