import { type Company, companySchema } from "@contracts/company.ts";
import { rowsLike, type ServerList, WHOLE } from "./server-list.ts";

/** The companies that the person may see. */
export const COMPANIES: ServerList<Company, []> = {
  name: "companies",
  ...rowsLike("company_overview", companySchema),
  order: ["name", "id"],
  tables: ["companies", "profiles", "knowledge_base"],
  match: WHOLE,
  mirror: (db) => db.companies,
  compare: (a, b) => a.name.localeCompare(b.name),
};
