-- Anybody may ask for early access, without an account and past the form. What the form refuses is
-- refused here too, and the pace is also kept for each network that the requests come from.

-- Not valid: requests that arrived under looser checks stay as they are.
alter table public.contact_form_submissions
  drop constraint contact_form_submissions_company_check,
  drop constraint contact_form_submissions_name_check,
  drop constraint contact_form_submissions_email_check,
  drop constraint contact_form_submissions_phone_check,
  drop constraint contact_form_submissions_field_tech_count_check,
  drop constraint contact_form_submissions_current_crm_check,
  -- Blank is what JavaScript trims, and blanks around a text count.
  add constraint contact_form_submissions_company_check check (
    char_length(company) <= 200
    and company ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'
  ) not valid,
  add constraint contact_form_submissions_name_check check (
    char_length(name) <= 100
    and name ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'
  ) not valid,
  -- The expression that the form checks addresses by.
  add constraint contact_form_submissions_email_check check (
    char_length(email) <= 255
    and email ~ '^(?!\.)(?!.*\.\.)([A-Za-z0-9_''+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$'
  ) not valid,
  add constraint contact_form_submissions_phone_check check (
    char_length(phone) <= 50
    and phone ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'
  ) not valid,
  add constraint contact_form_submissions_field_tech_count_check check (
    char_length(field_tech_count) <= 1000
    and field_tech_count ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'
  ) not valid,
  add constraint contact_form_submissions_current_crm_check check (
    char_length(current_crm) <= 200
    and current_crm ~ '[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'
  ) not valid;

-- Where requests came from in the last hour, and not which came from where.
create table private.lead_arrivals (
  network cidr not null,
  arrived_at timestamptz not null default now()
);
create index lead_arrivals_pace on private.lead_arrivals (network, arrived_at);
create index lead_arrivals_oldest on private.lead_arrivals (arrived_at);
revoke all on private.lead_arrivals from public, anon, authenticated, service_role;

-- The network of whoever sends the request: an IPv4 address, or the /64 that one line has of IPv6.
-- Null when it is not known, and for this machine itself, behind which a proxy may have everybody.
-- The header is set, over whatever a client says, by what stands in front: the network of a hosted
-- project, or the embedded server.
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
revoke all on function private.request_network() from public;

create or replace function private.keep_lead_pace() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sender cidr := private.request_network();
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
  delete from private.lead_arrivals a where a.arrived_at < now() - interval '1 hour';
  if sender is not null then
    if (select count(*) from private.lead_arrivals a where a.network = sender) >= 20 then
      raise sqlstate 'PT429' using
        message = 'Many requests have come from your network. Please try again in an hour.';
    end if;
    insert into private.lead_arrivals (network) values (sender);
  end if;
  return new;
end $$;
