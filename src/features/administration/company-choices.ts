import type { Company } from "@contracts/company.ts";

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
