import { type Company, companySchema } from "@contracts/company.ts";
import { type ServerList, schemaColumns, WHOLE } from "./server-list.ts";

/** The companies that the person may see. */
export const COMPANIES: ServerList<Company, []> = {
  name: "companies",
  source: "company_overview",
  columns: schemaColumns(companySchema),
  schema: companySchema,
  order: ["name", "id"],
  tables: ["companies", "profiles", "knowledge_base"],
  match: WHOLE,
  mirror: (db) => db.companies,
  compare: (a, b) => a.name.localeCompare(b.name),
};
