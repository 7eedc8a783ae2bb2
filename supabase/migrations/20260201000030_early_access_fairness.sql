-- Sixty requests for early access a minute were taken, whoever sent them: three networks could use
-- them up and leave none for anybody else. From now on a rush shuts out those who are in it. What
-- networks have sent counts against themselves first, and while there is a rush only those may ask
-- who have not done so for an hour. The whole stays bounded, so that the table cannot be flooded.
--
--   a line (an IPv4 address, a /64 of IPv6)         20 an hour
--   a network (a /24 of IPv4, a /48 of IPv6)        40 an hour
--   everybody                                      600 an hour and 60 a minute; beyond that, a rush:
--   a network that asks for the first time           1 an hour, of a provider (a /16, a /32) 20
--   everybody, in a rush too                     3,000 an hour
--   who comes from nowhere known                 while everybody has sent fewer than 1,500 an hour
--                                                and 60 a minute

alter table private.lead_arrivals rename column network to line;

create or replace function private.keep_lead_pace() returns trigger
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

-- The network around a line, by the length of its prefix in either version of IP; null for null.
create function private.widened(line cidr, length_of_4 integer, length_of_6 integer) returns cidr
language sql immutable set search_path = '' as $$
  select network(set_masklen(line::inet, case family(line) when 4 then length_of_4 else length_of_6 end))
$$;
revoke all on function private.widened(cidr, integer, integer) from public;

-- How many requests have come from a network in the last hour; none from one that is not known.
create function private.lead_arrivals_from(network cidr) returns bigint
language sql stable set search_path = '' as $$
  select count(*) from private.lead_arrivals a
  where a.line <<= network and a.arrived_at > now() - interval '1 hour'
$$;
revoke all on function private.lead_arrivals_from(cidr) from public;
