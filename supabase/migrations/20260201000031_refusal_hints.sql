-- The triggers that refuse a change say why in words for people, and PostgreSQL says with the same code
-- that somebody lacks a right. The hint tells clients which of the two it is.

create or replace function private.guard_profile_columns() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and not private.is_super_admin()
     and (new.full_name is distinct from old.full_name
          or new.company_id is distinct from old.company_id) then
    raise exception 'Only a super administrator may change a name or a company'
      using errcode = '42501', hint = 'refused_by_rule';
  end if;
  return new;
end $$;

create or replace function private.keep_super_admin_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.another_super_admin_than(old.user_id) then
    -- The role of a deleted person goes after their profile, which was looked at then.
    if exists (select from public.profiles p where p.id = old.user_id and p.status = 'active') then
      raise exception 'The last active super administrator keeps this role.'
        using errcode = '42501', hint = 'refused_by_rule';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace function private.keep_super_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.id = auth.uid() then
    raise exception 'You cannot suspend yourself.'
      using errcode = '42501', hint = 'refused_by_rule';
  end if;
  if not private.another_super_admin_than(old.id) then
    if exists (select from public.user_roles r
               where r.user_id = old.id and r.role = 'super_admin') then
      raise exception 'The last active super administrator can be neither suspended nor deleted.'
        using errcode = '42501', hint = 'refused_by_rule';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
