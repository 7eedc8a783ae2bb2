import {
  type Company,
  type CopyLayout,
  companySchema,
  copyLayoutSchema,
} from "@contracts/company.ts";
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

/** What "Copy for CRM" copies in each company that the person may see: for most people, their own. */
export const COPY_LAYOUTS: ServerList<CopyLayout, []> = {
  name: "copy-layouts",
  ...rowsLike("companies", copyLayoutSchema),
  order: ["id"],
  match: WHOLE,
  mirror: (db) => db.copyLayouts,
  compare: () => 0,
};
