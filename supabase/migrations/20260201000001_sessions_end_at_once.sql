-- An access token is good for no longer than its session. Signing out everywhere, another password or
-- the deletion of a session ends what its tokens may do at once, not when they expire. A token that
-- names no session is nobody's.
--
-- Asked once a statement, as (select private.is_active()): two look-ups by primary key.
create or replace function private.is_active() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p where p.id = auth.uid() and p.status = 'active')
     and exists (select from auth.sessions s
                 where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
                   and (s.not_after is null or s.not_after > now()));
end $$;

-- Those that looked at the profile themselves go by the same rule.
create or replace function private.current_company() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select p.company_id from public.profiles p
          where p.id = auth.uid() and private.is_active());
end $$;

create or replace function private.may_use_label_agent() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_active() and exists (
    select from public.profiles p where p.id = auth.uid() and p.can_use_label_agent);
end $$;
