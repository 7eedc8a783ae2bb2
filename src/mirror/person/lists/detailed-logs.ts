import type { DetailedLog, DetailedLogFilter } from "@contracts/detailed-log.ts";
import { containsText, type FilteredLogs, matchesFilter } from "./filtered-logs.ts";

/** How many rows a list shows at first, and how many more each time that more are wanted. */
export const DETAILED_LOGS_LIMIT = 100;

/** The detailed logs of the agents' requests, newest first. */
export const DETAILED_LOGS: FilteredLogs<DetailedLog, DetailedLogFilter> = {
  name: "detailed-logs",
  limit: DETAILED_LOGS_LIMIT,
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
