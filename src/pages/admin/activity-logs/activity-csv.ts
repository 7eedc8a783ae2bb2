import type { ActivityLog } from "@contracts/agent-log.ts";
import { doneAt } from "@contracts/log-time.ts";
import { toCsv } from "#ui/csv.ts";
import type { Author } from "./activity-author.ts";

/** The visible names of the input types. */
export const INPUT_NAMES = { text: "Text", voice: "Voice", image: "Image" } as const;

/** A company's activity as a table for spreadsheets; dates are ISO 8601 in UTC. */
export function activityCsv(
  logs: readonly ActivityLog[],
  findAuthor: (log: ActivityLog) => Author,
): string {
  return toCsv(
    [
      { title: "Date", value: (log) => new Date(doneAt(log)).toISOString() },
      { title: "User", value: (log) => findAuthor(log).name },
      { title: "Agent", value: (log) => log.agent_type },
      { title: "Input Type", value: (log) => log.input_type },
      { title: "Question", value: (log) => log.input_data },
      { title: "Answer", value: (log) => log.output_summary },
    ],
    logs,
  );
}

/**
 * The file name of the table.
 * @param now epoch ms
 */
export function activityFileName(now: number): string {
  return `logs-${new Date(now).toISOString().slice(0, 10)}.csv`;
}
