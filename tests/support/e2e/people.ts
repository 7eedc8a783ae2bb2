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
