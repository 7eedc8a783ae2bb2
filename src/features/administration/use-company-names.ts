import { useMemo } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { readList } from "#mirror/person/lists/server-list.ts";
import { companyChoices } from "./company-choices.ts";

/** The names of the companies that the viewer sees, by their ids; two of one name differ. */
export function useCompanyNames(): ReadonlyMap<string, string> {
  const db = useMirror();
  const companies = useLive(() => readList(db, COMPANIES), [db]);
  return useMemo(
    () => new Map(companyChoices(companies ?? []).map(({ value, label }) => [value, label])),
    [companies],
  );
}
