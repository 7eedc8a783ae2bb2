import type { Company } from "@contracts/company.ts";
import type { PersonDatabase } from "../person-database.ts";
import {
  type Answer,
  applyOptimistic,
  confirmChange,
  insertOptimistic,
  putRow,
  type Rollback,
  removeOptimistic,
  replaceRows,
} from "./mirrored-rows.ts";
import { scopeOf } from "./scopes.ts";

export const COMPANIES_SCOPE = "companies";

/** Replaces the mirrored companies by all that the person may see. */
export function replaceCompanies(db: PersonDatabase, answer: Answer<Company>): Promise<void> {
  return replaceRows(db.companies, () => true, scopeOf(db, COMPANIES_SCOPE), answer);
}

/** The companies that the person may see, by name. */
export async function readCompanies(db: PersonDatabase): Promise<Company[]> {
  const companies = await db.companies.filter((company) => !company.leaving).toArray();
  return companies.sort((a, b) => a.name.localeCompare(b.name));
}

export function putCompany(db: PersonDatabase, company: Company, now: number): Promise<void> {
  return putRow(db.companies, company, now);
}

/** Shows a new company before the server has confirmed it. */
export function showNewCompany(
  db: PersonDatabase,
  company: Company,
  now: () => number,
): Promise<Rollback> {
  return insertOptimistic(db.companies, company, now);
}

/** Shows a change of a company before the server has confirmed it. */
export function showCompanyChange(
  db: PersonDatabase,
  id: string,
  change: Partial<Company>,
  now: () => number,
): Promise<Rollback> {
  return applyOptimistic(db.companies, id, change, now);
}

/** Puts what the server confirmed of a company; one that has gone meanwhile stays away. */
export function confirmCompanyChange(
  db: PersonDatabase,
  id: string,
  change: Partial<Company>,
  now: number,
): Promise<void> {
  return confirmChange(db.companies, id, change, now);
}

/** Hides a company before the server has confirmed that it is deleted. */
export function showCompanyGone(
  db: PersonDatabase,
  id: string,
  now: () => number,
): Promise<Rollback> {
  return removeOptimistic(db.companies, id, now);
}
