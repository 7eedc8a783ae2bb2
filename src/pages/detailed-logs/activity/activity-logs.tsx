import type { DetailedLog, DetailedLogFilter } from "@contracts/detailed-log.ts";
import { Box } from "@mantine/core";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import shared from "#features/administration/administration.module.css";
import { useCompanyNames } from "#features/administration/company-choices.ts";
import {
  agentName,
  statusWord,
  toDetailedFilter,
  type useChosenLogs,
} from "#features/administration/logs/chosen-logs.ts";
import { ExportLogs } from "#features/administration/logs/export-logs.tsx";
import { LogFilters } from "#features/administration/logs/log-filters.tsx";
import { LoadMoreButton, LogCount } from "#features/administration/logs/shown-logs.tsx";
import {
  type LogSource,
  useFilteredLogs,
} from "#features/administration/logs/use-filtered-logs.ts";
import {
  ListPlaceholder,
  type ListTexts,
  RefreshNotice,
} from "#features/lists/list-placeholder.tsx";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { DETAILED_LOGS } from "#mirror/person/lists/detailed-logs.ts";
import { logsScope } from "#mirror/person/lists/filtered-logs.ts";
import { useShownIdentity } from "#session/pin.ts";
import { detailedLogPages } from "#sync/pull/all-logs.ts";
import { pullDetailedLogs } from "#sync/pull/pull-administration.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { saveCsv, toCsv } from "#ui/csv.ts";
import { RowList } from "#ui/row-list.tsx";
import { type SortColumns, sortIn, sortRows } from "#ui/sort.ts";
import { SortField } from "#ui/sort-field.tsx";
import classes from "./activity-logs.module.css";
import { LogCard, type WholeText, WholeTextDialog } from "./log-card.tsx";
import { companyName, LOG_COLUMNS, logFileName } from "./log-columns.ts";

const TEXTS: ListTexts = {
  empty: "No logs found matching your filters",
  loading: "Loading logs...",
  failed: "The logs could not be loaded.",
  absent: "These logs are not on this device yet.",
};
const WORDS = ["log", "logs"] as const;
const SOURCE: LogSource<DetailedLog, DetailedLogFilter> = {
  logs: DETAILED_LOGS,
  pull: pullDetailedLogs,
};

/** The latest agent requests that match the filters. */
export function ActivityLogs(props: ReturnType<typeof useChosenLogs>) {
  const { chosen, settled, choose } = props;
  // Only super administrators see more than one company.
  const isSuper = useShownIdentity()?.role === "super_admin";
  useRefresh(isSuper ? pullList(COMPANIES) : null);
  const names = useCompanyNames();
  const companies = isSuper ? names : null;
  const filter = useMemo(() => toDetailedFilter(settled), [settled]);
  const shown = useFilteredLogs(SOURCE, filter);
  const { logs, state, more } = shown;
  const key = logsScope(DETAILED_LOGS, filter);
  // Not of the list, which begins anew when the filters that were just typed apply.
  const [whole, setWhole] = useState<WholeText | null>(null);
  return (
    <div className={shared.panel}>
      <LogFilters
        chosen={chosen}
        onChoose={choose}
        companies={companies}
        searchLabel="Input or output"
      />
      <div className={shared.head}>
        <LogCount shown={shown} words={WORDS} />
        <ExportLogs
          key={key}
          shown={shown}
          pages={detailedLogPages(filter)}
          words={WORDS}
          save={(rows) => saveCsv(logFileName(new Date()), toCsv(LOG_COLUMNS, rows))}
        />
      </div>
      <RefreshNotice state={state} />
      {logs.length > 0 && (
        <LogList key={key} logs={logs} companies={companies} onShowWhole={setWhole} />
      )}
      <WholeTextDialog whole={whole} onClose={() => setWhole(null)} />
      {more !== null && <LoadMoreButton more={more} />}
      {logs.length === 0 && <ListPlaceholder state={state} words={TEXTS} rowHeight={240} />}
    </div>
  );
}

const ORDERS = {
  time: { title: "Time", value: ({ created_at }) => Date.parse(created_at) },
  email: { title: "User email", value: ({ user_email }) => user_email },
  agent: { title: "Agent", value: ({ agent_type }) => agentName(agent_type) },
  status: { title: "Status", value: ({ status }) => statusWord(status) },
  response: {
    title: "Response",
    value: ({ total_request_time_ms }) => total_request_time_ms,
    largestFirst: true,
  },
  tokens: { title: "Tokens", value: ({ total_tokens }) => total_tokens ?? 0, largestFirst: true },
} as const satisfies SortColumns<DetailedLog>;

/** The logs in a scrollable area. */
function LogList(props: {
  logs: readonly DetailedLog[];
  /** The companies' names by their ids, if the reader sees several; otherwise null. */
  companies: ReadonlyMap<string, string> | null;
  onShowWhole: (whole: WholeText) => void;
}) {
  const { logs, companies, onShowWhole } = props;
  const { sort, onSort } = sortIn(useSearchParams());
  const columns = useMemo(() => {
    if (companies === null) return ORDERS;
    const value = (log: DetailedLog) => companyName(log, companies);
    return { ...ORDERS, company: { title: "Company", value } };
  }, [companies]);
  return (
    <>
      <SortField columns={columns} usual="Latest first" sort={sort} onSort={onSort} />
      <Box
        role="region"
        aria-label="Activity logs"
        tabIndex={0}
        data-area
        className={classes.scroll ?? ""}
      >
        <RowList
          rows={sortRows(logs, columns, sort)}
          label="Logs"
          usualHeight={420}
          scrolls="parent"
          row={(log) => (
            <LogCard
              log={log}
              company={companies === null ? null : (companyName(log, companies) ?? "No company")}
              onShowWhole={onShowWhole}
            />
          )}
          dense
        />
      </Box>
    </>
  );
}
