create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 200),
  created_at timestamptz not null default now()
);

create index companies_by_name on public.companies (name);

alter table public.companies enable row level security;
alter table public.companies force row level security;
revoke all on public.companies from anon, authenticated;
grant select, insert (id, name), update (name), delete on public.companies to authenticated;
grant all on public.companies to service_role;

create policy "people read their own company" on public.companies
  for select to authenticated
  using (id = (select private.current_company()) or (select private.is_super_admin()));

create policy "super administrators add companies" on public.companies
  for insert to authenticated with check ((select private.is_super_admin()));

create policy "super administrators rename companies" on public.companies
  for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));

create policy "super administrators delete companies" on public.companies
  for delete to authenticated using ((select private.is_super_admin()));
