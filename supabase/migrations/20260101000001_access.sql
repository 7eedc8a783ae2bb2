-- Who is asking: the questions every policy is built from.
--
-- They live in a schema that REST does not expose, look only at the caller (auth.uid()), and run
-- with their owner's rights so that a policy on profiles can ask about profiles without asking
-- itself again. They are plpgsql so that they may be created before the tables they read.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

create function private.is_active() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p where p.id = auth.uid() and p.status = 'active');
end $$;

-- Null for a signed-out, suspended or company-less caller: it then equals nothing.
create function private.current_company() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select p.company_id from public.profiles p
          where p.id = auth.uid() and p.status = 'active');
end $$;

-- A person without a role row is a field technician; a suspended one has no role.
create function private.has_role(wanted text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_active() and wanted = coalesce(
    (select r.role from public.user_roles r where r.user_id = auth.uid()), 'field_tech');
end $$;

create function private.is_super_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_role('super_admin');
end $$;

-- May change that person: a super administrator anybody, an administrator the people of their
-- company who are not super administrators.
create function private.manages(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_super_admin() or (
    private.has_role('admin')
    and exists (select from public.profiles p
                where p.id = person and p.company_id = private.current_company())
    and not exists (select from public.user_roles r
                    where r.user_id = person and r.role = 'super_admin'));
end $$;

revoke all on all functions in schema private from public;
grant execute on all functions in schema private to authenticated, service_role;
