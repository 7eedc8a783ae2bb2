import { AGENTS } from "@contracts/agent.ts";
import type { ActivityFilter, ActivityLog } from "@contracts/agent-log.ts";
import { doneAt, latestFirst } from "@contracts/log-time.ts";
import { type FilteredLogs, matchesFilter } from "./filtered-logs.ts";

/** How many rows a list shows at first, and how many more each time that more are wanted. */
const ACTIVITY_LIMIT = 50;

/** The activity of the people of a company: the request that was made last comes first. */
export const ACTIVITY: FilteredLogs<ActivityLog, ActivityFilter> = {
  name: "activity",
  limit: ACTIVITY_LIMIT,
  arrange: latestFirst,
  table: (db) => db.activityLogs,
  isLetThrough: (row, filter) =>
    (filter.person === null || row.user_id === filter.person) &&
    matchesFilter(
      {
        ...{ company_id: row.company_id, agent: AGENTS[row.agent_type].logged },
        ...{ time: doneAt(row), texts: [row.input_data, row.output_summary] },
      },
      filter,
    ),
};
