/**
 * While a company of this name exists, the server refuses to list a closable table, and says so.
 */
export const OUT_OF_ORDER = "Out of order";

/** A script that makes the server refuse to list a table while such a company exists. */
export function closable(table: string): string {
  return `
    create function private.in_order() returns boolean
    language plpgsql security definer set search_path = '' as $$
    begin
      if exists (select from public.companies where name = '${OUT_OF_ORDER}') then
        raise exception '${OUT_OF_ORDER}';
      end if;
      return true;
    end $$;
    create policy "in order" on public.${table} as restrictive
      for select to authenticated using ((select private.in_order()));
  `;
}
