/** The name of people and companies that the server refuses to change. */
export const SEALED = "Sealed";

/**
 * A script that makes the server refuse to update or delete people and their roles, and to add or
 * delete companies, with that name.
 */
export const SEAL = `
  create function private.refuse_sealed() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    about jsonb := to_jsonb(coalesce(old, new));
    person text := (select p.full_name from public.profiles p
                    where p.id = coalesce(about ->> 'user_id', about ->> 'id')::uuid);
  begin
    if '${SEALED}' in (person, about ->> 'name') then
      raise exception 'This is sealed.';
    end if;
    return coalesce(new, old);
  end $$;
  create trigger refuse_sealed before update on public.profiles
    for each row execute function private.refuse_sealed();
  create trigger refuse_sealed before insert or update on public.user_roles
    for each row execute function private.refuse_sealed();
  create trigger refuse_sealed before delete on auth.users
    for each row execute function private.refuse_sealed();
  create trigger refuse_sealed before insert or delete on public.companies
    for each row execute function private.refuse_sealed();
`;

/**
 * A script that adds a company with `count` people: "Person 1" and so on, who joined one after the
 * other.
 */
export function crowd(name: string, count: number): string {
  return `
    insert into public.companies (name) values ('${name}');
    insert into auth.users (id, email, raw_user_meta_data)
      select gen_random_uuid(), 'person' || n || '@crowd.example',
             jsonb_build_object('full_name', 'Person ' || n)
      from generate_series(1, ${count}) n;
    update public.profiles p
      set company_id = (select id from public.companies where name = '${name}'),
          created_at = now() - make_interval(hours => ${count} - split_part(full_name, ' ', 2)::int)
      where email like 'person%@crowd.example';
  `;
}
