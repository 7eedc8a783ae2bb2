import type { Company } from "@contracts/company.ts";
import { useMemo } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { readList } from "#mirror/person/lists/server-list.ts";

/** Companies as choices of a field. Those whose names look the same are shown with their ids. */
export function companyChoices(
  companies: readonly Pick<Company, "id" | "name">[],
): { value: string; label: string }[] {
  const counts = new Map<string, number>();
  for (const { name } of companies) {
    const key = asCompared(name);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return companies.map(({ id, name }) => {
    const isShared = (counts.get(asCompared(name)) ?? 0) > 1;
    return { value: id, label: isShared ? `${name} (${id.slice(0, 8)})` : name };
  });
}

/** A name as people see it: two that look the same are equal. */
export function asCompared(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** Companies whose name contains the typed text, ignoring case, or whose id begins with it. */
export function findCompanies<Found extends Pick<Company, "id" | "name">>(
  companies: readonly Found[],
  typed: string,
): readonly Found[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return companies;
  return companies.filter(
    ({ id, name }) => name.toLowerCase().includes(wanted) || id.startsWith(wanted),
  );
}

/** The names of the companies that the viewer sees, by their ids; two of one name differ. */
export function useCompanyNames(): ReadonlyMap<string, string> {
  const db = useMirror();
  const companies = useLive(() => readList(db, COMPANIES), [db]);
  return useMemo(
    () => new Map(companyChoices(companies ?? []).map(({ value, label }) => [value, label])),
    [companies],
  );
}
