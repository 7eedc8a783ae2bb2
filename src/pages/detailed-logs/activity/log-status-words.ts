import type { LogStatus } from "@contracts/detailed-log.ts";

/** Every status by the word that people read, in the order of the filter. */
export const LOG_STATUSES: readonly { status: LogStatus; word: string }[] = [
  { status: "success", word: "Success" },
  { status: "error", word: "Error" },
  { status: "rate_limited", word: "Rate limited" },
  { status: "failed", word: "Failed" },
];

/** The word for a status; one that only a newer server knows is its own. */
export function statusWord(status: string): string {
  return LOG_STATUSES.find((each) => each.status === status)?.word ?? status;
}
