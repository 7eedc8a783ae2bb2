/** While a company of this name exists, a closable list cannot be read, and the server says so. */
export const OUT_OF_ORDER = "Out of order";

/** Has the server refuse to list a table while it is out of order, as a script. */
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
