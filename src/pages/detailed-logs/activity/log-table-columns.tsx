import type { DetailedLog } from "@contracts/detailed-log.ts";
import { agentName } from "#features/administration/logs/agent-name.ts";
import { statusWord } from "#features/administration/logs/log-status-words.ts";
import type { Column } from "#ui/data-table/column.ts";
import { figureWords, millisecondWords } from "../figure-words.ts";
import { LogStatusBadge } from "./log-status-badge.tsx";

// With seconds: several requests can come within a minute.
const timestamp = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** When a request was made, as text. */
export function logTime({ created_at }: DetailedLog): string {
  return timestamp.format(Date.parse(created_at));
}

/** Names a log for screen readers. */
export function logName(log: DetailedLog): string {
  return [agentName(log.agent_type), log.user_email, logTime(log)]
    .filter((part) => part !== null)
    .join(" · ");
}

/**
 * The detailed logs as a table on the screen.
 * @param companyOf the name of a log's company; null if the reader sees one company alone
 */
export function logTableColumns(
  companyOf: ((log: DetailedLog) => string) | null,
): readonly Column<DetailedLog>[] {
  const columns: (Column<DetailedLog> | null)[] = [
    {
      id: "time",
      title: "Time",
      cell: logTime,
      sortBy: ({ created_at }) => Date.parse(created_at),
      descendingFirst: true,
      width: "10rem",
    },
    {
      id: "email",
      title: "User email",
      cell: ({ user_email }) => user_email ?? "N/A",
      sortBy: ({ user_email }) => user_email,
    },
    companyOf === null
      ? null
      : {
          id: "company",
          title: "Company",
          cell: companyOf,
          sortBy: companyOf,
          secondary: true,
        },
    {
      id: "agent",
      title: "Agent",
      cell: ({ agent_type }) => agentName(agent_type),
      sortBy: ({ agent_type }) => agentName(agent_type),
      width: "8rem",
      secondary: true,
    },
    {
      id: "status",
      title: "Status",
      cell: ({ status }) => <LogStatusBadge status={status} />,
      sortBy: ({ status }) => statusWord(status),
      width: "9rem",
    },
    {
      id: "response",
      title: "Response",
      cell: ({ total_request_time_ms }) => millisecondWords(total_request_time_ms),
      sortBy: ({ total_request_time_ms }) => total_request_time_ms,
      descendingFirst: true,
      width: "8rem",
      secondary: true,
    },
    {
      id: "tokens",
      title: "Tokens",
      cell: ({ total_tokens }) => figureWords(total_tokens ?? 0),
      sortBy: ({ total_tokens }) => total_tokens ?? 0,
      descendingFirst: true,
      width: "7rem",
      secondary: true,
    },
  ];
  return columns.filter((column) => column !== null);
}
