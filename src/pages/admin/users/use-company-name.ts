import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readCompanies } from "#mirror/person/lists/companies.ts";

/** The name of a company; null for none, or before it is known here. */
export function useCompanyName(companyId: string | null): string | null {
  const db = useMirror();
  const companies = useLive(() => readCompanies(db), [db]);
  return companies?.find(({ id }) => id === companyId)?.name ?? null;
}
