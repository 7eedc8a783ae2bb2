import type { DetailedLogFilter } from "@contracts/detailed-log.ts";
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { companyChoices } from "#features/administration/company-choices.ts";
import { ListPlaceholder, type ListWords } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { useListState } from "#features/lists/use-list-state.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readCompanies } from "#mirror/person/lists/companies.ts";
import {
  DETAILED_LOGS_LIMIT,
  detailedLogsScope,
  readDetailedLogs,
} from "#mirror/person/lists/detailed-logs.ts";
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

const WORDS: ListWords = {
  empty: "No logs found matching your filters",
  loading: "Loading logs...",
  failed: "The logs could not be loaded.",
  absent: "These logs are not on this device yet.",
};
/** The height of a typical card, in px. */
const CARD_HEIGHT = 240;

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
  const { logs, asOf, state } = useLogs(filter, limit);
  const columns = isSuper ? [...LOG_COLUMNS, companyColumn(companies)] : LOG_COLUMNS;
  return (
    <div className={classes.panel}>
      <LogFilters chosen={chosen} onChoose={onChoose} companies={isSuper ? companies : null} />
      <div className={classes.above}>
        <div>
          <p aria-live="polite" className={classes.count}>
            {state.phase === "known" && logs.length > 0 && countWords(logs.length, limit)}
          </p>
          {asOf !== null && (
            <p className={classes.fresh}>As of {briefMomentWords(asOf, Date.now())}</p>
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
      <RefreshNotice state={state} />
      {logs.length > 0 && (
        <LogList key={scope} logs={logs} companies={isSuper ? companies : null} />
      )}
      {logs.length >= limit && asOf === null && (
        <Button
          variant="default"
          onClick={() => setWanted({ scope, limit: limit + DETAILED_LOGS_LIMIT })}
        >
          Load {DETAILED_LOGS_LIMIT} more
        </Button>
      )}
      {logs.length === 0 && <ListPlaceholder state={state} words={WORDS} rowHeight={CARD_HEIGHT} />}
    </div>
  );
}

/**
 * The logs in the mirror, kept up to date.
 * @returns `asOf`: the time of the last answer (epoch ms) if the server cannot be asked now;
 * otherwise null
 */
function useLogs(filter: DetailedLogFilter, limit: number) {
  const db = useMirror();
  const offline = useConnection() === "down";
  const pull = useMemo(() => pullDetailedLogs(filter, limit), [filter, limit]);
  useRefresh(pull, (message) => {
    console.error("The detailed logs could not be loaded:", message);
  });
  const mirrored = useLive(
    async () => ({ filter, logs: await readDetailedLogs(db, filter, limit) }),
    [db, filter, limit],
  );
  // Logs that were read for another filter do not answer this one.
  const current = mirrored?.filter === filter ? mirrored : null;
  const state = useListState(detailedLogsScope(filter), current !== null);
  return {
    logs: current?.logs ?? [],
    asOf: offline ? (state.refreshed ?? null) : null,
    state,
  };
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
