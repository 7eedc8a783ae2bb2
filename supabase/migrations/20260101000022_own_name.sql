-- A person's name is theirs to change, and nothing else of their profile: column grants and the
-- policies of profiles know no such difference, so it is a function of its own.
create function public.set_own_full_name(full_name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  given text := nullif(btrim(set_own_full_name.full_name), '');
begin
  if not private.is_active() then
    raise exception 'This account is suspended' using errcode = '42501';
  end if;
  if given is null or char_length(given) > 200 then
    raise exception 'A name has 1 to 200 characters' using errcode = '22023';
  end if;
  update public.profiles p set full_name = given where p.id = auth.uid();
  return given;
end $$;

revoke all on function public.set_own_full_name(text) from public, anon;
grant execute on function public.set_own_full_name(text) to authenticated, service_role;
