-- A company may require a second factor of its administrators. What they write as administrators, in
-- their own company or as super administrators in any, they then write in a session that a code has
-- raised to aal2. Reading, and what everybody may write, goes on without.

alter table public.companies add column require_second_factor boolean not null default false;
grant update (require_second_factor) on public.companies to authenticated;

create or replace view public.company_overview with (security_invoker = true) as
  select c.id, c.name, c.created_at,
         (select count(*)::integer from public.profiles p where p.company_id = c.id) as user_count,
         (select count(*)::integer from public.knowledge_base f where f.company_id = c.id) as file_count,
         c.require_second_factor
  from public.companies c
  where (select private.is_super_admin()) or (select private.has_role('admin'));

-- Whether a second factor was given in the caller's session.
create function private.gave_second_factor() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(auth.jwt() ->> 'aal' = 'aal2', false);
end $$;

-- True, or refused in words: a policy that were merely false would find no row to delete, and nobody
-- would know why.
create function private.second_factor_suffices() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.gave_second_factor()
     and (private.has_role('admin') or private.is_super_admin())
     and exists (select from public.companies c
                 where c.id = private.current_company() and c.require_second_factor) then
    raise exception 'Your company requires a second factor of administrators. Sign in with yours first.'
      using errcode = '42501', hint = 'second_factor_required';
  end if;
  return true;
end $$;

revoke all on function private.gave_second_factor(), private.second_factor_suffices() from public;
grant execute on function private.gave_second_factor(), private.second_factor_suffices()
  to authenticated, service_role;

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
revoke all on function private.guard_second_factor_setting() from public;

create trigger guard_second_factor_setting before update on public.companies
  for each row when (new.require_second_factor <> old.require_second_factor)
  execute function private.guard_second_factor_setting();

create policy "companies are added with the second factor required" on public.companies
  as restrictive for insert to authenticated
  with check ((select private.second_factor_suffices()));
create policy "companies are changed with the second factor required" on public.companies
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));
create policy "companies are deleted with the second factor required" on public.companies
  as restrictive for delete to authenticated
  using ((select private.second_factor_suffices()));

create policy "profiles are changed with the second factor required" on public.profiles
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));

create policy "roles are given with the second factor required" on public.user_roles
  as restrictive for insert to authenticated
  with check ((select private.second_factor_suffices()));
create policy "roles are changed with the second factor required" on public.user_roles
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));
create policy "roles are taken with the second factor required" on public.user_roles
  as restrictive for delete to authenticated
  using ((select private.second_factor_suffices()));

create policy "prompts are added with the second factor required" on public.ai_prompt_settings
  as restrictive for insert to authenticated
  with check ((select private.second_factor_suffices()));
create policy "prompts are changed with the second factor required" on public.ai_prompt_settings
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));
create policy "prompts are deleted with the second factor required" on public.ai_prompt_settings
  as restrictive for delete to authenticated
  using ((select private.second_factor_suffices()));

create policy "requests are answered with the second factor required"
  on public.contact_form_submissions
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));

create policy "files are added with the second factor required" on public.knowledge_base
  as restrictive for insert to authenticated
  with check ((select private.second_factor_suffices()));
create policy "files are changed with the second factor required" on public.knowledge_base
  as restrictive for update to authenticated
  using (true) with check ((select private.second_factor_suffices()));
create policy "files are deleted with the second factor required" on public.knowledge_base
  as restrictive for delete to authenticated
  using ((select private.second_factor_suffices()));

create policy "passages are added with the second factor required" on public.knowledge_chunks
  as restrictive for insert to authenticated
  with check ((select private.second_factor_suffices()));
create policy "passages are deleted with the second factor required" on public.knowledge_chunks
  as restrictive for delete to authenticated
  using ((select private.second_factor_suffices()));

create policy "objects are added with the second factor required" on storage.objects
  as restrictive for insert to authenticated
  with check (bucket_id <> 'knowledge-base' or (select private.second_factor_suffices()));
create policy "objects are deleted with the second factor required" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'knowledge-base' or (select private.second_factor_suffices()));
