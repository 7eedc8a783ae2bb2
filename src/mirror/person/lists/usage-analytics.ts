import type { UsageAnalytics } from "@contracts/usage-analytics.ts";
import type { PersonDatabase } from "../person-database.ts";
import { type Answer, replaceRows } from "./mirrored-rows.ts";
import { scopeOf } from "./scopes.ts";

export const USAGE_SCOPE = "usage-analytics";

/** Replaces the mirrored figures by what the server answered. */
export function replaceUsage(db: PersonDatabase, answer: Answer<UsageAnalytics>): Promise<void> {
  const rows = answer.rows.map((row) => ({ ...row, id: `${row.usage_date} ${row.agent_type}` }));
  return replaceRows(db.usageAnalytics, () => true, scopeOf(db, USAGE_SCOPE), { ...answer, rows });
}

/** The figures a day and agent, the latest day first. */
export async function readUsage(db: PersonDatabase): Promise<UsageAnalytics[]> {
  return (await db.usageAnalytics.orderBy("usage_date").toArray()).reverse();
}
