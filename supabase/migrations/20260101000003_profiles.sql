create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text check (char_length(full_name) <= 200),
  email text,
  -- A deleted company's people stay, without a company.
  company_id uuid references public.companies (id) on delete set null,
  status text not null default 'active' check (status in ('active', 'suspended')),
  can_use_voice_agent boolean not null default false,
  can_use_snap_agent boolean not null default false,
  can_use_label_agent boolean not null default false,
  created_at timestamptz not null default now()
);

create index profiles_of_company on public.profiles (company_id, created_at desc);

alter table public.profiles enable row level security;
alter table public.profiles force row level security;
revoke all on public.profiles from anon, authenticated;
-- Profiles come and go with their users; identity columns are nobody's to change.
grant select on public.profiles to authenticated;
grant update (full_name, company_id, status,
              can_use_voice_agent, can_use_snap_agent, can_use_label_agent)
  on public.profiles to authenticated;
grant all on public.profiles to service_role;

create policy "people read themselves, administrators their company" on public.profiles
  for select to authenticated
  using ((id = (select auth.uid()) and (select private.is_active()))
         or (select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "administrators change the people they manage" on public.profiles
  for update to authenticated
  using (private.manages(id))
  with check (private.is_super_admin() or company_id = private.current_company());

-- An administrator may suspend or equip people; who they are and where they belong is a super
-- administrator's to say. Column grants cannot tell the two apart, so a trigger does.
create function private.guard_profile_columns() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and not private.is_super_admin()
     and (new.full_name is distinct from old.full_name
          or new.company_id is distinct from old.company_id) then
    raise exception 'Only a super administrator may change a name or a company'
      using errcode = '42501';
  end if;
  return new;
end $$;

create trigger guard_profile_columns before update on public.profiles
  for each row execute function private.guard_profile_columns();

-- A profile is created with its user and follows their address.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, full_name, email)
  values (new.id, left(new.raw_user_meta_data::jsonb ->> 'full_name', 200), new.email)
  on conflict (id) do nothing;
  return new;
end $$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end $$;

create trigger follow_email after update of email on auth.users
  for each row when (new.email is distinct from old.email)
  execute function private.follow_email();

revoke all on all functions in schema private from public;
