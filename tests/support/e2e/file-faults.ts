import { closable } from "./closed-list.ts";

/** The server refuses to change the file of this name. */
export const SEALED_FILE = "Sealed.txt";

/**
 * A script that makes the server refuse every change of the sealed file, and refuse to list files
 * while the company of `closed-list.ts` exists.
 */
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

/**
 * A script that gives a company `count` files, from oldest to newest: "Archive 001.pdf" and so on,
 * without storage objects.
 */
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
