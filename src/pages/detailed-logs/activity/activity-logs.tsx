import type { DetailedLogFilter } from "@contracts/detailed-log.ts";
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { companyChoices } from "#features/administration/company-choices.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readCompanies } from "#mirror/person/lists/companies.ts";
import {
  DETAILED_LOGS_LIMIT,
  detailedLogsScope,
  readDetailedLogs,
} from "#mirror/person/lists/detailed-logs.ts";
import { refreshedAt } from "#mirror/person/lists/scopes.ts";
import { useShownIdentity } from "#session/pin.ts";
import { pullCompanies, pullDetailedLogs } from "#sync/pull/administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { useConnection } from "#sync/sync-context.tsx";
import { csvOf, saveCsv } from "#ui/csv.ts";
import { briefMomentWords } from "#ui/format.ts";
import classes from "./activity-logs.module.css";
import { type ChosenLogs, filterOf } from "./chosen-logs.ts";
import { companyColumn, LOG_COLUMNS, logFileName } from "./log-columns.ts";
import { LogFilters } from "./log-filters.tsx";
import { LogList } from "./log-list.tsx";

/** Milliseconds. Longer than the pause between two keys, short enough to feel immediate. */
const TYPING_MS = 300;

/** What stands where no log is shown. Only the server's answer tells that there is none. */
const EMPTY_WORDS = {
  known: "No logs found matching your filters",
  loading: "Loading logs...",
  failed: "The logs could not be loaded.",
  absent: "These logs are not on this device yet.",
} as const;

/** The latest agent requests that match the filters. */
export function ActivityLogs(props: {
  chosen: ChosenLogs;
  onChoose: (chosen: ChosenLogs) => void;
}) {
  const { chosen, onChoose } = props;
  const isSuper = useShownIdentity()?.role === "super_admin";
  const companies = useCompanies(isSuper);
  const [settled] = useDebouncedValue(chosen, TYPING_MS);
  const filter = useMemo(() => filterOf(settled), [settled]);
  const scope = detailedLogsScope(filter);
  const [wanted, setWanted] = useState({ scope, limit: DETAILED_LOGS_LIMIT });
  const limit = wanted.scope === scope ? wanted.limit : DETAILED_LOGS_LIMIT;
  const { logs, refreshed, state } = useLogs(filter, limit);
  const columns = isSuper ? [...LOG_COLUMNS, companyColumn(companies)] : LOG_COLUMNS;
  return (
    <div className={classes.panel}>
      <LogFilters chosen={chosen} onChoose={onChoose} companies={isSuper ? companies : null} />
      <div className={classes.above}>
        <div>
          <p aria-live="polite" className={classes.count}>
            {state === "known" && logs.length > 0 && countWords(logs.length, limit)}
          </p>
          {refreshed !== null && (
            <p className={classes.fresh}>As of {briefMomentWords(refreshed, Date.now())}</p>
          )}
        </div>
        <Button
          variant="default"
          leftSection={<Download size={18} aria-hidden />}
          disabled={logs.length === 0}
          onClick={() => saveCsv(logFileName(new Date()), csvOf(columns, logs))}
        >
          Export CSV
        </Button>
      </div>
      {logs.length > 0 && (
        <LogList key={scope} logs={logs} companies={isSuper ? companies : null} />
      )}
      {logs.length >= limit && refreshed === null && (
        <Button
          variant="default"
          onClick={() => setWanted({ scope, limit: limit + DETAILED_LOGS_LIMIT })}
        >
          Load {DETAILED_LOGS_LIMIT} more
        </Button>
      )}
      {logs.length === 0 && (
        <p role="status" className={classes.empty}>
          {EMPTY_WORDS[state]}
        </p>
      )}
    </div>
  );
}

/**
 * The logs in the mirror, kept up to date. The list is known to be complete only after the server's
 * first answer.
 * @returns `refreshed`: the time of the last answer (epoch ms) if the server cannot be asked now;
 * otherwise null
 */
function useLogs(filter: DetailedLogFilter, limit: number) {
  const db = useMirror();
  const offline = useConnection() === "down";
  const [refused, setRefused] = useState<DetailedLogFilter | null>(null);
  const pull = useMemo(() => pullDetailedLogs(filter, limit), [filter, limit]);
  useRefresh(pull, (message) => {
    console.error("The detailed logs could not be loaded:", message);
    setRefused(filter);
  });
  const mirrored = useLive(async () => {
    const [logs, refreshed] = await Promise.all([
      readDetailedLogs(db, filter, limit),
      refreshedAt(db, detailedLogsScope(filter)),
    ]);
    return { filter, logs, refreshed };
  }, [db, filter, limit]);
  // Logs that were read for another filter do not answer this one.
  const current = mirrored?.filter === filter ? mirrored : null;
  return {
    logs: current?.logs ?? [],
    refreshed: offline ? (current?.refreshed ?? null) : null,
    state: current === null ? "loading" : stateOf(current.refreshed, refused === filter, offline),
  };
}

function stateOf(
  refreshed: number | null,
  isRefused: boolean,
  offline: boolean,
): keyof typeof EMPTY_WORDS {
  if (refreshed !== null) return "known";
  if (isRefused) return "failed";
  return offline ? "absent" : "loading";
}

/** The names of all companies by their ids. Only super administrators see more than one company. */
function useCompanies(isSuper: boolean): ReadonlyMap<string, string> {
  const db = useMirror();
  useRefresh(isSuper ? pullCompanies : null);
  const companies = useLive(() => readCompanies(db), [db]);
  return useMemo(
    () => new Map(companyChoices(companies ?? []).map(({ value, label }) => [value, label])),
    [companies],
  );
}

function countWords(count: number, limit: number): string {
  if (count >= limit) return `The newest ${count} logs`;
  return count === 1 ? "1 log" : `${count} logs`;
}
