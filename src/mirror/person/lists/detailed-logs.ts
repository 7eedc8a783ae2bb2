import type { DetailedLog, DetailedLogFilter } from "@contracts/detailed-log.ts";
import type { PersonDatabase } from "../person-database.ts";
import {
  containsText,
  type FilteredLogs,
  logsScope,
  matchesFilter,
  type NewestLogs,
  readLogs,
  replaceLogs,
} from "./filtered-logs.ts";
import type { Answer } from "./replace-rows.ts";

/** How many rows a list shows at first, and how many more each time that more are wanted. */
export const DETAILED_LOGS_LIMIT = 100;

const DETAILED_LOGS: FilteredLogs<DetailedLog, DetailedLogFilter> = {
  name: "detailed-logs",
  table: (db) => db.detailedLogs,
  isLetThrough: (row, filter) =>
    (filter.status === null || row.status === filter.status) &&
    containsText(row.user_email, filter.email) &&
    matchesFilter(
      {
        ...{ company_id: row.company_id, agent: row.agent_type },
        ...{ time: Date.parse(row.created_at), texts: [row.input_text, row.output_text] },
      },
      filter,
    ),
};

/** Name of the scope that holds the rows of a filter. */
export function detailedLogsScope(filter: DetailedLogFilter): string {
  return logsScope(DETAILED_LOGS, filter);
}

/** Replaces the rows of a filter by the server's newest rows, of which `limit` were asked for. */
export function replaceDetailedLogs(
  db: PersonDatabase,
  filter: DetailedLogFilter,
  limit: number,
  answer: Answer<DetailedLog>,
): Promise<void> {
  return replaceLogs(DETAILED_LOGS, db, filter, limit, answer);
}

/** The newest rows that match a filter, newest first, as far as they are here without a gap. */
export function readDetailedLogs(
  db: PersonDatabase,
  filter: DetailedLogFilter,
  limit: number,
): Promise<NewestLogs<DetailedLog>> {
  return readLogs(DETAILED_LOGS, db, filter, limit);
}
