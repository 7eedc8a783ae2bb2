import type { Company } from "@contracts/company.ts";
import type { PersonDatabase } from "./person-database.ts";

/** Replaces the mirrored companies by what the server answered. */
export async function replaceCompanies(db: PersonDatabase, companies: Company[]): Promise<void> {
  await db.transaction("rw", db.companies, async () => {
    await db.companies.clear();
    await db.companies.bulkPut(companies);
  });
}

/** The companies that the person may see, by name. */
export function readCompanies(db: PersonDatabase): Promise<Company[]> {
  return db.companies.orderBy("name").toArray();
}
