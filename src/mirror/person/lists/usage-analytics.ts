import type { UsageAnalytics } from "@contracts/usage-analytics.ts";
import type { PersonDatabase } from "../person-database.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";

export const USAGE_SCOPE = "usage-analytics";

/** Replaces the mirrored figures by what the server answered. */
export async function replaceUsage(
  db: PersonDatabase,
  answer: Answer<UsageAnalytics>,
): Promise<void> {
  const rows = answer.rows.map((row) => ({ ...row, id: `${row.usage_date} ${row.agent_type}` }));
  const scope = { name: USAGE_SCOPE, holds: () => true };
  await replaceRows(db, db.usageAnalytics, scope, { ...answer, rows });
}

/** The usage figures per day and agent, latest day first. */
export async function readUsage(db: PersonDatabase): Promise<UsageAnalytics[]> {
  return (await db.usageAnalytics.orderBy("usage_date").toArray()).reverse();
}
