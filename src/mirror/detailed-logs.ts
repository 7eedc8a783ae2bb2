import type { LoggedAgent } from "@contracts/agent.ts";
import type { DetailedLog } from "@contracts/detailed-log.ts";
import type { LogStatus } from "@contracts/log-status.ts";
import { type Answer, replaceRows } from "./mirrored-rows.ts";
import type { PersonDatabase } from "./person-database.ts";
import { scopeOf } from "./scopes.ts";

/** Rows that one answer of the server holds at most, and a list shows. */
export const DETAILED_LOGS_LIMIT = 100;

/** Which rows are asked for; null and "" ask for all. */
export interface DetailedLogFilter {
  agent: LoggedAgent | null;
  status: LogStatus | null;
  /** A part of the person's address, in any case. */
  email: string;
}

/** Name of the scope that holds what a filter lets through. */
export function detailedLogsScope({ agent, status, email }: DetailedLogFilter): string {
  return `detailed-logs:${agent ?? ""}:${status ?? ""}:${email.toLowerCase()}`;
}

/**
 * Replaces what a filter lets through by the server's newest rows of it. Rows that another filter
 * brought and that are older than these stay: nothing was said about them.
 */
export function replaceDetailedLogs(
  db: PersonDatabase,
  filter: DetailedLogFilter,
  answer: Answer<DetailedLog>,
): Promise<void> {
  const oldest = answer.rows.at(-1)?.created_at ?? "";
  const isWhole = answer.rows.length < DETAILED_LOGS_LIMIT;
  return replaceRows(
    db.detailedLogs,
    (row) => isLetThrough(row, filter) && (isWhole || row.created_at >= oldest),
    scopeOf(db, detailedLogsScope(filter)),
    answer,
  );
}

/** The newest rows that a filter lets through, newest first. */
export async function readDetailedLogs(
  db: PersonDatabase,
  filter: DetailedLogFilter,
): Promise<DetailedLog[]> {
  return db.detailedLogs
    .orderBy("created_at")
    .reverse()
    .filter((row) => isLetThrough(row, filter))
    .limit(DETAILED_LOGS_LIMIT)
    .toArray();
}

function isLetThrough(row: DetailedLog, { agent, status, email }: DetailedLogFilter): boolean {
  return (
    (agent === null || row.agent_type === agent) &&
    (status === null || row.status === status) &&
    (row.user_email ?? "").toLowerCase().includes(email.toLowerCase())
  );
}
