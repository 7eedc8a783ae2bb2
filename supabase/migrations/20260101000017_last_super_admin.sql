-- A deployment keeps a super administrator who can sign in, whoever asks and however many ask at
-- once, and nobody suspends themselves. Policies cannot promise the first: of two super
-- administrators who demote, suspend or delete each other at one moment, each still sees the other.

-- Whether anybody but that person is an active super administrator. Whoever asks has the answer to
-- themselves until their transaction ends: the next one waits, and then sees what this one did. What
-- else is to be seen as it will stay must be asked in a later statement.
create function private.another_super_admin_than(person uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('super administrators', 0));
  return exists (select from public.user_roles r join public.profiles p on p.id = r.user_id
                 where r.role = 'super_admin' and p.status = 'active' and p.id <> person);
end $$;
revoke all on function private.another_super_admin_than(uuid) from public;

create function private.keep_super_admin_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.another_super_admin_than(old.user_id) then
    -- The role of a deleted person goes after their profile, which was looked at then.
    if exists (select from public.profiles p where p.id = old.user_id and p.status = 'active') then
      raise exception 'The last active super administrator keeps this role.' using errcode = '42501';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
revoke all on function private.keep_super_admin_role() from public;

create trigger keep_super_admin_role_on_delete before delete on public.user_roles
  for each row when (old.role = 'super_admin')
  execute function private.keep_super_admin_role();

create trigger keep_super_admin_role_on_update before update on public.user_roles
  for each row when (old.role = 'super_admin'
                     and (new.role <> 'super_admin' or new.user_id <> old.user_id))
  execute function private.keep_super_admin_role();

create function private.keep_super_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.id = auth.uid() then
    raise exception 'You cannot suspend yourself.' using errcode = '42501';
  end if;
  if not private.another_super_admin_than(old.id) then
    if exists (select from public.user_roles r
               where r.user_id = old.id and r.role = 'super_admin') then
      raise exception 'The last active super administrator can be neither suspended nor deleted.'
        using errcode = '42501';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
revoke all on function private.keep_super_admin() from public;

create trigger keep_super_admin_on_delete before delete on public.profiles
  for each row when (old.status = 'active')
  execute function private.keep_super_admin();

create trigger keep_super_admin_on_suspension before update on public.profiles
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function private.keep_super_admin();
