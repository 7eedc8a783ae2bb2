import { AGENTS } from "@contracts/agent.ts";
import type { ActivityFilter, ActivityLog } from "@contracts/agent-log.ts";
import { doneAt, latestFirst } from "@contracts/log-time.ts";
import type { PersonDatabase } from "../person-database.ts";
import {
  type FilteredLogs,
  logsScope,
  matchesFilter,
  type NewestLogs,
  readLogs,
  replaceLogs,
} from "./filtered-logs.ts";
import type { Answer } from "./replace-rows.ts";

/** How many rows a list shows at first, and how many more each time that more are wanted. */
export const ACTIVITY_LIMIT = 50;

const ACTIVITY: FilteredLogs<ActivityLog, ActivityFilter> = {
  name: "activity",
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

/** Name of the scope that holds the activity of a filter. */
export function activityScope(filter: ActivityFilter): string {
  return logsScope(ACTIVITY, filter);
}

/** Replaces the activity of a filter by the server's latest rows, of which `limit` were asked for. */
export function replaceActivity(
  db: PersonDatabase,
  filter: ActivityFilter,
  limit: number,
  answer: Answer<ActivityLog>,
): Promise<void> {
  return replaceLogs(ACTIVITY, db, filter, limit, answer);
}

/**
 * The newest activity that matches a filter, as far as it is here without a gap: what was made last
 * comes first.
 */
export async function readActivity(
  db: PersonDatabase,
  filter: ActivityFilter,
  limit: number,
): Promise<NewestLogs<ActivityLog>> {
  const { rows, isWhole } = await readLogs(ACTIVITY, db, filter, limit);
  return { rows: latestFirst(rows), isWhole };
}
