import type { ActivityLog } from "@contracts/activity-log.ts";
import type { PersonDatabase } from "../person-database.ts";
import { type Answer, replaceRows } from "./mirrored-rows.ts";
import { scopeOf } from "./scopes.ts";

/** Name of the scope that holds a company's latest activity. */
export function activityScope(companyId: string): string {
  return `activity:${companyId}`;
}

/** Replaces the mirrored activity of a company by its latest rows. */
export function replaceActivity(
  db: PersonDatabase,
  companyId: string,
  answer: Answer<ActivityLog>,
): Promise<void> {
  const scope = scopeOf(db, activityScope(companyId));
  return replaceRows(db.activityLogs, (row) => row.company_id === companyId, scope, answer);
}

/** The latest activity of a company, newest first. */
export async function readActivity(db: PersonDatabase, companyId: string): Promise<ActivityLog[]> {
  const rows = db.activityLogs
    .where("[company_id+created_at]")
    .between([companyId, ""], [companyId, "\uffff"]);
  return (await rows.toArray()).reverse();
}
