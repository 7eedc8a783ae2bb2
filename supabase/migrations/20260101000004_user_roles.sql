create table public.user_roles (
  -- At most one role a person; a person without a row is a field technician.
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role text not null check (role in ('field_tech', 'admin', 'super_admin')),
  created_at timestamptz not null default now()
);

alter table public.user_roles enable row level security;
alter table public.user_roles force row level security;
revoke all on public.user_roles from anon, authenticated;
grant select, delete on public.user_roles to authenticated;
grant insert (user_id, role), update (role) on public.user_roles to authenticated;
grant all on public.user_roles to service_role;

create policy "people read their role, administrators their company's" on public.user_roles
  for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.is_active()))
         or (select private.is_super_admin())
         or ((select private.has_role('admin'))
             and user_id in (select p.id from public.profiles p
                             where p.company_id = (select private.current_company()))));

-- Nobody touches their own role, and only a super administrator grants super_admin.
create policy "administrators give roles" on public.user_roles
  for insert to authenticated
  with check (user_id <> auth.uid() and private.manages(user_id)
              and (role <> 'super_admin' or private.is_super_admin()));

create policy "administrators change roles" on public.user_roles
  for update to authenticated
  using (user_id <> auth.uid() and private.manages(user_id))
  with check (user_id <> auth.uid() and private.manages(user_id)
              and (role <> 'super_admin' or private.is_super_admin()));

create policy "administrators take roles" on public.user_roles
  for delete to authenticated
  using (user_id <> auth.uid() and private.manages(user_id));
