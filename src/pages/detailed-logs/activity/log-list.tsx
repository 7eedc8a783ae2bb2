import type { DetailedLog } from "@contracts/detailed-log.ts";
import { Box } from "@mantine/core";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { agentName } from "#features/administration/logs/agent-name.ts";
import { statusWord } from "#features/administration/logs/log-statuses.ts";
import { RowList } from "#ui/row-list.tsx";
import { type SortColumns, sortIn, sortRows } from "#ui/sort.ts";
import { SortField } from "#ui/sort-field.tsx";
import { LogCard } from "./log-card.tsx";
import { companyName } from "./log-columns.ts";
import classes from "./log-list.module.css";
import type { WholeText } from "./whole-text-dialog.tsx";

/** The height of a typical card with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 420;

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
export function LogList(props: {
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
          usualHeight={USUAL_HEIGHT}
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
