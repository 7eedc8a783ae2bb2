import { AGENT_IDS, AGENTS, type Agent, type LoggedAgent } from "@contracts/agent.ts";
import type { ActivityFilter, LogFilter } from "@contracts/agent-log.ts";
import type { DetailedLogFilter, LogStatus } from "@contracts/detailed-log.ts";
import { SEARCH_LIMIT, useFilterInAddress } from "../list-in-address.ts";

/**
 * The order of the filter, which differs from the menu. An agent that is not in this list comes
 * last.
 */
const FIRST: readonly Agent[] = ["ask", "snap", "label", "voice"];

/** The agents of the detailed logs with their visible names, in the order of the filter. */
export const LOGGED_AGENTS: readonly { agent: LoggedAgent; name: string }[] = [
  ...new Set([...FIRST, ...AGENT_IDS]),
].map((id) => ({ agent: AGENTS[id].logged, name: AGENTS[id].name }));

/** The visible name of an agent; its id if this version does not know it. */
export function agentName(agent: LoggedAgent): string {
  return LOGGED_AGENTS.find((each) => each.agent === agent)?.name ?? agent;
}

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

/** The values of the filters above a list; texts as they are typed, days as `yyyy-MM-dd`. */
export interface ChosenLogs {
  company: string | null;
  /** The id of a person. */
  person: string | null;
  agent: LoggedAgent | null;
  status: LogStatus | null;
  email: string;
  text: string;
  /** The first and the last day; empty for no limit. */
  from: string;
  until: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const ID = /^[\da-f-]{36}$/;

/** The filters of an address; a value that this version does not know is no filter. */
export function readChosenLogs(parameters: URLSearchParams): ChosenLogs {
  const text = (name: string) => (parameters.get(name) ?? "").slice(0, SEARCH_LIMIT);
  const day = (name: string) => (DAY.test(text(name)) ? text(name) : "");
  const agent = LOGGED_AGENTS.find((each) => each.agent === text("agent"))?.agent ?? null;
  const status = LOG_STATUSES.find((each) => each.status === text("status"))?.status ?? null;
  const id = (name: string) => (ID.test(text(name)) ? text(name) : null);
  return {
    ...{ company: id("company"), person: id("person"), agent, status },
    ...{ email: text("email"), text: text("text"), from: day("from"), until: day("until") },
  };
}

/** The parameters of an address with these filters instead of its own; others stay. */
export function withChosen(parameters: URLSearchParams, chosen: ChosenLogs): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(chosen)) {
    next.delete(name);
    if (value !== null && value !== "") next.append(name, value);
  }
  return next;
}

/** The filter for detailed logs. */
export function toDetailedFilter(chosen: ChosenLogs): DetailedLogFilter {
  const { company, status, email } = chosen;
  return { ...toCommonFilter(chosen, company), status, email: email.trim() };
}

/** The filter for the activity of a company. */
export function toActivityFilter(chosen: ChosenLogs, company: string): ActivityFilter {
  return { ...toCommonFilter(chosen, company), person: chosen.person };
}

/** The part that both have. The days are whole days in the reader's time zone. */
function toCommonFilter(
  { agent, text, from, until }: ChosenLogs,
  company: string | null,
): LogFilter {
  return {
    ...{ company, agent, text: text.trim() },
    from: from === "" ? null : startOfDay(from, 0),
    before: until === "" ? null : startOfDay(until, 1),
  };
}

/** The first moment of a day, or of one that many days later, in the reader's time zone. */
function startOfDay(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The days that a filter offers by name. A week begins on Monday. Sweden writes days as `yyyy-MM-dd`. */
export function daysToChoose(
  now: Date,
): Readonly<Record<string, Pick<ChosenLogs, "from" | "until">>> {
  const day = (before: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - before).toLocaleDateString("sv");
  const sinceMonday = (now.getDay() + 6) % 7;
  return {
    "Any day": { from: "", until: "" },
    Today: { from: day(0), until: day(0) },
    "This week": { from: day(sinceMonday), until: day(0) },
    "Last week": { from: day(sinceMonday + 7), until: day(sinceMonday + 1) },
  };
}

/** The filters of the page's logs, which the address follows. */
export const useChosenLogs = () => useFilterInAddress(readChosenLogs, withChosen);
