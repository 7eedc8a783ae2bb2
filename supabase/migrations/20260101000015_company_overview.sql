-- Companies with how many people and files belong to each, for administrators. It is read with the
-- reader's own rights: a field technician, who sees no colleagues, would be told a wrong number.
create view public.company_overview with (security_invoker = true) as
  select c.id, c.name, c.created_at,
         (select count(*)::integer from public.profiles p where p.company_id = c.id) as user_count,
         (select count(*)::integer from public.knowledge_base f where f.company_id = c.id) as file_count
  from public.companies c
  where (select private.is_super_admin()) or (select private.has_role('admin'));

revoke all on public.company_overview from anon, authenticated;
grant select on public.company_overview to authenticated, service_role;
