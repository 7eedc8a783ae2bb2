import { type UsageAnalytics, usageAnalyticsSchema } from "@contracts/usage-analytics.ts";
import { rowsLike, type ServerList, WHOLE } from "./server-list.ts";

/** Usage figures for each day and agent of the last 30 days including today (UTC), latest day first. */
export const USAGE_ANALYTICS: ServerList<UsageAnalytics & { id: string }, []> = {
  name: "usage-analytics",
  ...rowsLike("agent_usage_analytics", usageAnalyticsSchema),
  schema: {
    parse(data) {
      const row = usageAnalyticsSchema.parse(data);
      return { ...row, id: `${row.usage_date} ${row.agent_type}` };
    },
  },
  order: ["-usage_date", "agent_type"],
  days: { column: "usage_date", count: 30 },
  tables: ["detailed_agent_logs"],
  match: WHOLE,
  mirror: (db) => db.usageAnalytics,
  compare: (a, b) => b.usage_date.localeCompare(a.usage_date) || b.id.localeCompare(a.id),
};
