create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 200),
  created_at timestamptz not null default now(),
  -- Whether administrators need a second factor for what they write.
  require_second_factor boolean not null default false
);
create index companies_by_name on public.companies (name);

alter table public.companies enable row level security, force row level security;
revoke all on public.companies from anon, authenticated;
grant select, insert (id, name), update (name, require_second_factor), delete
  on public.companies to authenticated;
grant all on public.companies to service_role;
alter publication supabase_realtime add table public.companies;

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

create policy "companies are added with the second factor required" on public.companies
  as restrictive for insert to authenticated with check ((select private.second_factor_suffices()));
create policy "companies are changed with the second factor required" on public.companies
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));
create policy "companies are deleted with the second factor required" on public.companies
  as restrictive for delete to authenticated using ((select private.second_factor_suffices()));

create trigger keep_plain_names before insert or update of name on public.companies
  for each row execute function private.keep_plain_names('name');

-- Whoever could turn it on without a second factor would lock themselves out.
create function private.guard_second_factor_setting() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and not private.gave_second_factor() then
    raise exception 'Set up a second factor in Settings and sign in with it before you change this.'
      using errcode = '42501', hint = 'second_factor_required';
  end if;
  return new;
end $$;
create trigger guard_second_factor_setting before update on public.companies
  for each row when (new.require_second_factor <> old.require_second_factor)
  execute function private.guard_second_factor_setting();

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
  created_at timestamptz not null default now(),
  -- The language of the person's notes, ISO 639-1; null: the transcriber finds it.
  speech_language text check (speech_language ~ '^[a-z]{2}$')
);
create index profiles_of_company on public.profiles (company_id, created_at desc);

alter table public.profiles enable row level security, force row level security;
revoke all on public.profiles from anon, authenticated;
-- A profile is created and deleted with its user. Nobody changes its id, address or date.
grant select on public.profiles to authenticated;
grant update (full_name, company_id, status,
              can_use_voice_agent, can_use_snap_agent, can_use_label_agent)
  on public.profiles to authenticated;
grant all on public.profiles to service_role;
alter publication supabase_realtime add table public.profiles;

create policy "people read themselves, administrators their company" on public.profiles
  for select to authenticated
  using ((id = (select auth.uid()) and (select private.is_active()))
         or (select private.is_super_admin())
         or (company_id = (select private.current_company()) and (select private.has_role('admin'))));

create policy "administrators change the people they manage" on public.profiles
  for update to authenticated
  using (private.manages(id))
  with check (private.is_super_admin() or company_id = private.current_company());

create policy "profiles are changed with the second factor required" on public.profiles
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));

create trigger keep_plain_names before insert or update of full_name on public.profiles
  for each row execute function private.keep_plain_names('full_name');

-- An administrator may suspend people and open agents to them. Only a super administrator changes who they
-- are and where they belong. Grants on columns cannot distinguish the two. The hint distinguishes a refusal
-- in words from a missing right, which has the same code.
create function private.guard_profile_columns() returns trigger
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

-- A suspended person gets no token, neither by signing in nor for an older session, because Auth refuses
-- accounts that are banned. The policies refuse the tokens that they have already.
create function private.ban_suspended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- For good, in a date that every Auth server reads.
  update auth.users u
  set banned_until = case new.status when 'suspended' then now() + interval '100 years' end
  where u.id = new.id;
  return null;
end $$;
create trigger ban_suspended after update of status on public.profiles
  for each row when (new.status <> old.status)
  execute function private.ban_suspended();

-- A person's name and language are theirs to change, and nothing else of their profile: grants on columns
-- and policies know no such difference.
create function public.set_own_full_name(full_name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  given text := nullif(private.plain_name(set_own_full_name.full_name), '');
begin
  if not private.is_active() then
    raise exception 'This account is suspended' using errcode = '42501';
  end if;
  if given is null or char_length(given) > 200 then
    raise exception 'A name has 1 to 200 characters that can be seen' using errcode = '22023';
  end if;
  update public.profiles p set full_name = given where p.id = auth.uid();
  return given;
end $$;

create function public.set_own_speech_language(language text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_active() then
    raise exception 'This account is suspended' using errcode = '42501';
  end if;
  update public.profiles p set speech_language = set_own_speech_language.language
  where p.id = auth.uid();
  return set_own_speech_language.language;
end $$;

revoke all on function public.set_own_full_name, public.set_own_speech_language from public, anon;
grant execute on function public.set_own_full_name, public.set_own_speech_language
  to authenticated, service_role;

create table public.user_roles (
  -- At most one role a person; a person without a row is a field technician.
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role text not null check (role in ('field_tech', 'admin', 'super_admin')),
  created_at timestamptz not null default now()
);

alter table public.user_roles enable row level security, force row level security;
revoke all on public.user_roles from anon, authenticated;
grant select, delete on public.user_roles to authenticated;
grant insert (user_id, role), update (role) on public.user_roles to authenticated;
grant all on public.user_roles to service_role;
alter publication supabase_realtime add table public.user_roles;

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

create policy "roles are given with the second factor required" on public.user_roles
  as restrictive for insert to authenticated with check ((select private.second_factor_suffices()));
create policy "roles are changed with the second factor required" on public.user_roles
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));
create policy "roles are taken with the second factor required" on public.user_roles
  as restrictive for delete to authenticated using ((select private.second_factor_suffices()));

-- A deployment keeps a super administrator who can sign in, however many ask at once. Policies cannot
-- promise that: of two super administrators who demote each other at one moment, each still sees the other.
--
-- Whether anybody but that person is an active super administrator. The caller holds a lock until their
-- transaction ends, so that the next one waits and then sees what this one did. Whatever must not change
-- meanwhile is asked in a later statement.
create function private.another_super_admin_than(person uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('super administrators', 0));
  return exists (select from public.user_roles r join public.profiles p on p.id = r.user_id
                 where r.role = 'super_admin' and p.status = 'active' and p.id <> person);
end $$;

create function private.keep_super_admin_role() returns trigger
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
create trigger keep_super_admin_on_delete before delete on public.profiles
  for each row when (old.status = 'active')
  execute function private.keep_super_admin();
create trigger keep_super_admin_on_suspension before update on public.profiles
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function private.keep_super_admin();

revoke all on all functions in schema private from public;
