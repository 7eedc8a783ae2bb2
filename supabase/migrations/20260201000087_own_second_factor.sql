-- Whoever has a second factor must have given it for what they write as an administrator, whether their
-- company requires one or not: a password alone changes nothing. What an administrator may read, and what
-- everybody may write, goes on without.
create or replace function private.second_factor_suffices() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.gave_second_factor() or not (private.has_role('admin') or private.is_super_admin()) then
    return true;
  end if;
  if exists (select from auth.mfa_factors f
             where f.user_id = auth.uid() and f.status::text = 'verified') then
    raise exception 'Sign in with your second factor first.'
      using errcode = '42501', hint = 'second_factor_required';
  end if;
  if exists (select from public.companies c
             where c.id = private.current_company() and c.require_second_factor) then
    raise exception 'Your company requires a second factor of administrators. Sign in with yours first.'
      using errcode = '42501', hint = 'second_factor_required';
  end if;
  return true;
end $$;
