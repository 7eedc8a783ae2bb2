import type { DetailedLog } from "@contracts/detailed-log.ts";
import type { CsvColumn } from "#ui/csv.ts";

/** The detailed logs as a file for every reader. An unknown figure is an empty field, not 0. */
export const LOG_COLUMNS: readonly CsvColumn<DetailedLog>[] = [
  { title: "Timestamp", value: (log) => new Date(log.created_at).toISOString() },
  { title: "User Email", value: (log) => log.user_email },
  { title: "Agent Type", value: (log) => log.agent_type },
  { title: "Action", value: (log) => log.action_type },
  { title: "Status", value: (log) => log.status },
  { title: "Device Type", value: (log) => log.device_type },
  { title: "IP Address", value: (log) => log.ip_address },
  { title: "AI Model", value: (log) => log.ai_model },
  { title: "Input Tokens", value: (log) => log.input_token_count },
  { title: "Output Tokens", value: (log) => log.completion_tokens },
  { title: "Total Tokens", value: (log) => log.total_tokens },
  { title: "Response Time (ms)", value: (log) => log.total_request_time_ms },
  { title: "Error Message", value: (log) => log.error_message },
];

/** The name of a log's company; its id if it was deleted, null without one. */
export function companyName(
  { company_id }: DetailedLog,
  companies: ReadonlyMap<string, string>,
): string | null {
  return company_id === null ? null : (companies.get(company_id) ?? company_id.slice(0, 8));
}

/** The file name with today's date in the reader's time zone. */
export function logFileName(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const date = [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
  return `agent-logs-${date}.csv`;
}
