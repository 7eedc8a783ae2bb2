import type { LoggedAgent } from "@contracts/agent.ts";
import type { LogStatus } from "@contracts/detailed-log.ts";

/** The values of the filters above the list; the email as it is typed. */
export interface ChosenLogs {
  agent: LoggedAgent | null;
  status: LogStatus | null;
  email: string;
}

export const ALL_LOGS: ChosenLogs = { agent: null, status: null, email: "" };
