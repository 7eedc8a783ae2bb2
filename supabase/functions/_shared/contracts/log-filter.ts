import type { LoggedAgent } from "./agent.ts";

/** The filter that all logs have; null and "" match all. */
export interface LogFilter {
  company: string | null;
  agent: LoggedAgent | null;
  /** A part of what was asked or of what was answered, in any case. */
  text: string;
  /** From this moment on (ISO 8601). */
  from: string | null;
  /** Before this moment (ISO 8601). */
  before: string | null;
}

/**
 * The characters that a condition over several columns is made of. Servers differ in how a text that
 * contains one has to be written, so in a search each of them stands for any character.
 */
export const ANY_CHARACTER = /[,(){}"*]/g;
