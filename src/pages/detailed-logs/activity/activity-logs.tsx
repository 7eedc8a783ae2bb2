import type { DetailedLog, DetailedLogFilter } from "@contracts/detailed-log.ts";
import { useMemo, useState } from "react";
import { companyChoices } from "#features/administration/company-choices.ts";
import { type ChosenLogs, toDetailedFilter } from "#features/administration/logs/chosen-logs.ts";
import { ExportLogs } from "#features/administration/logs/export-logs.tsx";
import { LoadMoreButton } from "#features/administration/logs/load-more-button.tsx";
import { LogCount } from "#features/administration/logs/log-count.tsx";
import { LogFilters } from "#features/administration/logs/log-filters.tsx";
import {
  type LogSource,
  useFilteredLogs,
} from "#features/administration/logs/use-filtered-logs.ts";
import { ListPlaceholder, type ListTexts } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { DETAILED_LOGS } from "#mirror/person/lists/detailed-logs.ts";
import { logsScope } from "#mirror/person/lists/filtered-logs.ts";
import { readList } from "#mirror/person/lists/server-list.ts";
import { useShownIdentity } from "#session/pin.ts";
import { detailedLogPages } from "#sync/pull/all-logs.ts";
import { pullDetailedLogs } from "#sync/pull/pull-administration.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { saveCsv, toCsv } from "#ui/csv.ts";
import classes from "./activity-logs.module.css";
import { LOG_COLUMNS, logFileName } from "./log-columns.ts";
import { LogList } from "./log-list.tsx";
import { type WholeText, WholeTextDialog } from "./whole-text-dialog.tsx";

const TEXTS: ListTexts = {
  empty: "No logs found matching your filters",
  loading: "Loading logs...",
  failed: "The logs could not be loaded.",
  absent: "These logs are not on this device yet.",
};
/** The height of a typical card, in px. */
const CARD_HEIGHT = 240;

const SOURCE: LogSource<DetailedLog, DetailedLogFilter> = {
  logs: DETAILED_LOGS,
  pull: pullDetailedLogs,
};

/** The latest agent requests that match the filters. */
export function ActivityLogs(props: {
  chosen: ChosenLogs;
  settled: ChosenLogs;
  choose: (chosen: ChosenLogs) => void;
}) {
  const { chosen, settled, choose } = props;
  const isSuper = useShownIdentity()?.role === "super_admin";
  const companies = useCompanies(isSuper);
  const filter = useMemo(() => toDetailedFilter(settled), [settled]);
  const shown = useFilteredLogs(SOURCE, filter);
  const { logs, state, more } = shown;
  // Not of the list, which begins anew when the filters that were just typed apply.
  const [whole, setWhole] = useState<WholeText | null>(null);
  return (
    <div className={classes.panel}>
      <LogFilters
        chosen={chosen}
        onChoose={choose}
        companies={isSuper ? companies : null}
        searchLabel="Input or output"
      />
      <div className={classes.above}>
        <LogCount shown={shown} words={["log", "logs"]} />
        <ExportLogs
          key={logsScope(DETAILED_LOGS, filter)}
          shown={shown}
          pages={detailedLogPages(filter)}
          words={["log", "logs"]}
          save={(rows) => saveCsv(logFileName(new Date()), toCsv(LOG_COLUMNS, rows))}
        />
      </div>
      <RefreshNotice state={state} />
      {logs.length > 0 && (
        <LogList
          key={logsScope(DETAILED_LOGS, filter)}
          logs={logs}
          companies={isSuper ? companies : null}
          onShowWhole={setWhole}
        />
      )}
      <WholeTextDialog whole={whole} onClose={() => setWhole(null)} />
      {more !== null && <LoadMoreButton more={more} />}
      {logs.length === 0 && <ListPlaceholder state={state} words={TEXTS} rowHeight={CARD_HEIGHT} />}
    </div>
  );
}

/** The names of all companies by their ids. Only super administrators see more than one company. */
function useCompanies(isSuper: boolean): ReadonlyMap<string, string> {
  const db = useMirror();
  useRefresh(isSuper ? pullList(COMPANIES) : null);
  const companies = useLive(() => readList(db, COMPANIES), [db]);
  return useMemo(
    () => new Map(companyChoices(companies ?? []).map(({ value, label }) => [value, label])),
    [companies],
  );
}
