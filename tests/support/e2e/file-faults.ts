/** Of the file of this name, the server changes nothing. */
export const SEALED_FILE = "Sealed.txt";

/** While a company of this name exists, the server lists no files. */
export const CLOSED = "Archive closed";

/** Has the server refuse whatever is done with the sealed file, and lists while they are closed. */
export const FILE_FAULTS = `
  create function private.refuse_sealed_file() returns trigger language plpgsql as $$
  begin
    if to_jsonb(coalesce(new, old)) ->> 'file_name' = '${SEALED_FILE}' then
      raise exception 'This is sealed.';
    end if;
    return coalesce(new, old);
  end $$;
  create trigger refuse_sealed_file before insert or update or delete on public.knowledge_base
    for each row execute function private.refuse_sealed_file();
  create function private.lists_are_open() returns boolean
  language plpgsql security definer set search_path = '' as $$
  begin
    if exists (select from public.companies where name = '${CLOSED}') then
      raise exception 'The archive is closed.';
    end if;
    return true;
  end $$;
  create policy "lists are open" on public.knowledge_base as restrictive
    for select to authenticated using ((select private.lists_are_open()));
`;

/** Gives a company so many files, as a script, the last the newest: "Archive 001.pdf" and so on; no objects. */
export function archive(company: string, count: number): string {
  return `
    insert into public.knowledge_base
      (file_name, file_path, company_id, created_at, allowed_agents, kind, size_bytes, page_count)
      select 'Archive ' || lpad(n::text, 3, '0') || '.pdf', c.id || '/' || n || '.pdf', c.id,
             timestamptz '2026-01-01' + make_interval(hours => n), '{label_agent}', 'pdf', 40000 + n, 7
      from public.companies c, generate_series(1, ${count}) n
      where c.name = '${company}';
  `;
}
