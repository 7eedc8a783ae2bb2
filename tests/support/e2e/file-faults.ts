import { closable } from "./closed-list.ts";

/** Of the file of this name, the server changes nothing. */
export const SEALED_FILE = "Sealed.txt";

/** Has the server refuse whatever is done with the sealed file, and to list files while it is out of order. */
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
  ${closable("knowledge_base")}
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
