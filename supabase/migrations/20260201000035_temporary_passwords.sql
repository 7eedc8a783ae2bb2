-- A temporary password is one that an administrator told somebody. Auth keeps until when it is good in
-- the account's `app_metadata`, as `temporary_password_until`, and writes both together. A session that
-- began with it may do nothing but choose an own password, which ends all this.

-- Whether the caller's session began with a temporary password that is still the account's.
create function private.owes_own_password() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(auth.jwt() -> 'amr' @> '[{"method": "password"}]', false)
     and exists (select from auth.users u
                 where u.id = auth.uid()
                   and u.raw_app_meta_data::jsonb ->> 'temporary_password_until' is not null);
end $$;
revoke all on function private.owes_own_password() from public;

create or replace function private.is_active() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p where p.id = auth.uid() and p.status = 'active')
     and exists (select from auth.sessions s
                 where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
                   and (s.not_after is null or s.not_after > now()))
     and not private.owes_own_password();
end $$;

-- Another password takes the mark off. After its time, nobody may choose one by a temporary password;
-- a link that was used within its hour still may, and so may an administrator who sets another
-- temporary password at this moment: Auth of a hosted project writes the password first, the new mark
-- after it.
create function private.end_temporary_password() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  until timestamptz := (old.raw_app_meta_data::jsonb ->> 'temporary_password_until')::timestamptz;
begin
  if new.raw_app_meta_data::jsonb ->> 'temporary_password_until'
     is distinct from old.raw_app_meta_data::jsonb ->> 'temporary_password_until' then
    return new;
  end if;
  if until <= now()
     and not (coalesce(old.recovery_token, '') = ''
              and coalesce(old.recovery_sent_at > now() - interval '1 hour', false))
     and not exists (select from public.account_resets r
                     where r.person_id = old.id and r.action = 'temporary_password'
                       and r.result = 'begun' and r.created_at > now() - interval '1 minute') then
    raise exception 'This temporary password has expired. Ask your administrator for another one.'
      using errcode = '42501', hint = 'refused_by_rule';
  end if;
  new.raw_app_meta_data := old.raw_app_meta_data::jsonb - 'temporary_password_until';
  return new;
end $$;
revoke all on function private.end_temporary_password() from public;

create trigger end_temporary_password before update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password
                     and old.raw_app_meta_data::jsonb ->> 'temporary_password_until' is not null)
  execute function private.end_temporary_password();
