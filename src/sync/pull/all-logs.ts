import type { ActivityFilter, ActivityLog } from "@contracts/agent-log.ts";
import type { DetailedLog, DetailedLogFilter } from "@contracts/detailed-log.ts";
import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import type { LogPage, LogPlace } from "#backend/tables/log-tables.ts";
import type { PageSync } from "../page-sync.ts";

/** The most logs that are loaded at once: all of them are held in the memory of a phone. */
export const ALL_LOGS_LIMIT = 10_000;

/** The result of loading all logs of a filter. */
export type AllLogs<Row> =
  | { kind: "all"; rows: Row[] }
  /** More than `ALL_LOGS_LIMIT`; `count` is null if it is not known how many. */
  | { kind: "too-many"; count: number | null }
  | { kind: "stopped" }
  /** `outcome` is null when the server could not be reached. */
  | { kind: "failed"; outcome: Exclude<Outcome<never>, { kind: "ok" }> | null };

/** How a page is asked for; `place` is null for the first one. */
export type LogPages<Row> = (
  backend: Pick<Backend, "logs">,
  personId: string,
  place: LogPlace | null,
) => Promise<Outcome<LogPage<Row>>>;

/** All activity that matches a filter, for `loadAllLogs`. */
export const activityPages =
  (filter: ActivityFilter): LogPages<ActivityLog> =>
  ({ logs }, me, place) =>
    logs.activity.page(me, filter, place);

/** All detailed logs that match a filter, for `loadAllLogs`. */
export const detailedLogPages =
  (filter: DetailedLogFilter): LogPages<DetailedLog> =>
  ({ logs }, me, place) =>
    logs.detailed.page(me, filter, place);

/**
 * Loads all logs of a filter from the server, newest first, without keeping them on the device.
 * @param progressed called after each page with how many are loaded, and how many there are if that
 *   is known
 * @param stopped stops the loading before the next page
 */
export async function loadAllLogs<Row extends { created_at: string }>(
  sync: Pick<PageSync, "read">,
  personId: string,
  pages: LogPages<Row>,
  progressed: (loaded: number, count: number | null) => void,
  stopped: AbortSignal,
): Promise<AllLogs<Row>> {
  const rows: Row[] = [];
  let count: number | null = null;
  for (;;) {
    const place = placeAfter(rows);
    const outcome = await sync.read((backend) => pages(backend, personId, place));
    if (stopped.aborted) return { kind: "stopped" };
    if (outcome?.kind !== "ok") return { kind: "failed", outcome };
    count ??= outcome.value.count;
    rows.push(...outcome.value.rows);
    if (rows.length > ALL_LOGS_LIMIT || (count ?? 0) > ALL_LOGS_LIMIT) {
      return { kind: "too-many", count };
    }
    if (outcome.value.rows.length === 0 || rows.length === count) return { kind: "all", rows };
    progressed(rows.length, count);
  }
}

/**
 * Where the next page begins. Times are compared in whole milliseconds: not every server sends more
 * of them than that.
 */
function placeAfter(rows: readonly { created_at: string }[]): LogPlace | null {
  const last = rows.at(-1);
  if (last === undefined) return null;
  const time = Date.parse(last.created_at);
  const first = rows.findIndex(({ created_at }) => Date.parse(created_at) === time);
  return { before: new Date(time + 1).toISOString(), skipped: rows.length - first };
}
