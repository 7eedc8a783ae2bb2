import type { Company } from "@contracts/company.ts";
import type { PersonDatabase } from "../person-database.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";

export const COMPANIES_SCOPE = "companies";

/** Replaces the mirrored companies by all companies that the person may see. */
export async function replaceCompanies(db: PersonDatabase, answer: Answer<Company>): Promise<void> {
  await replaceRows(db, db.companies, { name: COMPANIES_SCOPE, holds: () => true }, answer);
}

/** The companies that the person may see, sorted by name. */
export async function readCompanies(db: PersonDatabase): Promise<Company[]> {
  const companies = await db.companies.filter((company) => !company.leaving).toArray();
  return companies.sort((a, b) => a.name.localeCompare(b.name));
}
