import type { LogStatus } from "@contracts/detailed-log.ts";

/** The visible name of every status, in the order of the filter. */
export const LOG_STATUSES: readonly { status: LogStatus; word: string }[] = [
  { status: "success", word: "Success" },
  { status: "error", word: "Error" },
  { status: "rate_limited", word: "Rate limited" },
  { status: "failed", word: "Failed" },
];

/** The visible name of a status. A status that only a newer server knows is shown as it is. */
export function statusWord(status: string): string {
  return LOG_STATUSES.find((each) => each.status === status)?.word ?? status;
}
