-- A suspended person gets no token, neither by signing in nor for an older session: Auth refuses whom
-- it holds for banned. The tokens they have already are refused by the policies.
create function private.ban_suspended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- For good, in a date that every Auth server reads.
  update auth.users u
  set banned_until = case new.status when 'suspended' then now() + interval '100 years' end
  where u.id = new.id;
  return null;
end $$;
revoke all on function private.ban_suspended() from public;

create trigger ban_suspended after update of status on public.profiles
  for each row when (new.status <> old.status)
  execute function private.ban_suspended();

update auth.users u set banned_until = now() + interval '100 years'
from public.profiles p where p.id = u.id and p.status = 'suspended';
