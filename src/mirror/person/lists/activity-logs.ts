import type { ActivityLog } from "@contracts/agent-log.ts";
import { latestFirst } from "@contracts/log-time.ts";
import type { PersonDatabase } from "../person-database.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";

/** Name of the scope that holds a company's latest activity. */
export function activityScope(companyId: string): string {
  return `activity:${companyId}`;
}

/** Replaces the mirrored activity of a company by its latest rows. */
export async function replaceActivity(
  db: PersonDatabase,
  companyId: string,
  answer: Answer<ActivityLog>,
): Promise<void> {
  const holds = (row: ActivityLog) => row.company_id === companyId;
  await replaceRows(db, db.activityLogs, { name: activityScope(companyId), holds }, answer);
}

/** The latest activity of a company: what was made last comes first. */
export async function readActivity(db: PersonDatabase, companyId: string): Promise<ActivityLog[]> {
  const rows = db.activityLogs
    .where("[company_id+created_at]")
    .between([companyId, ""], [companyId, "\uffff"]);
  return latestFirst((await rows.toArray()).reverse());
}
