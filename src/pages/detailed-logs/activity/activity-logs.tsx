import type { DetailedLog } from "@contracts/detailed-log.ts";
import { Box } from "@mantine/core";
import { useMemo, useState } from "react";
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
import { useFilteredLogs } from "#features/administration/logs/use-filtered-logs.ts";
import type { ListTexts } from "#features/lists/list-placeholder.tsx";
import { ServerRows } from "#features/lists/sorted-rows.tsx";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { DETAILED_LOGS } from "#mirror/person/lists/detailed-logs.ts";
import { logsScope } from "#mirror/person/lists/filtered-logs.ts";
import { useShownIdentity } from "#session/pin.ts";
import { detailedLogPages } from "#sync/pull/all-logs.ts";
import { pullDetailedLogs } from "#sync/pull/pull-administration.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { saveCsv, toCsv } from "#ui/csv.ts";
import type { SortColumns } from "#ui/sort.ts";
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

/** The latest agent requests that match the filters. */
export function ActivityLogs(props: ReturnType<typeof useChosenLogs>) {
  const { chosen, settled, choose } = props;
  // Only super administrators see more than one company.
  const isSuper = useShownIdentity()?.role === "super_admin";
  useRefresh(isSuper ? pullList(COMPANIES) : null);
  const names = useCompanyNames();
  const companies = isSuper ? names : null;
  const filter = useMemo(() => toDetailedFilter(settled), [settled]);
  const shown = useFilteredLogs(DETAILED_LOGS, pullDetailedLogs, filter);
  const columns = useMemo(() => {
    if (companies === null) return ORDERS;
    const value = (log: DetailedLog) => companyName(log, companies);
    return { ...ORDERS, company: { title: "Company", value } };
  }, [companies]);
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
      <ServerRows
        rows={shown.logs}
        state={shown.state}
        words={TEXTS}
        columns={columns}
        usual="Latest first"
        label="Logs"
        usualHeight={420}
        // Most cards have one button or none: the Tab key held down goes over several at once.
        ahead={20}
        scrolls="parent"
        area={(rows) => (
          <Box
            key={key}
            role="region"
            aria-label="Activity logs"
            tabIndex={0}
            data-area
            className={classes.scroll ?? ""}
          >
            {rows}
          </Box>
        )}
        row={(log) => (
          <LogCard
            log={log}
            company={companies === null ? null : (companyName(log, companies) ?? "No company")}
            onShowWhole={setWhole}
          />
        )}
      />
      {whole !== null && <WholeTextDialog {...whole} onClose={() => setWhole(null)} />}
      {shown.more !== null && <LoadMoreButton more={shown.more} />}
    </div>
  );
}
