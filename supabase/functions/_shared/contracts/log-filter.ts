import type { LoggedAgent } from "./agent.ts";

/** The filter that all logs have; null and "" match all. */
export interface LogFilter {
  company: string | null;
  agent: LoggedAgent | null;
  /** A part of what was asked or said, in any case. */
  text: string;
  /** From this moment on (ISO 8601). */
  from: string | null;
  /** Before this moment (ISO 8601). */
  before: string | null;
}
