import type { LoggedAgent } from "@contracts/agent.ts";
import type { UsageAnalytics } from "@contracts/usage-analytics.ts";

/** Days that the charts show. */
const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What happened on a day (UTC, `yyyy-MM-dd`), as charts take it. */
export interface DayOfRequests {
  day: string;
  successful: number;
  failed: number;
}

/** A figure of each agent on a day; null where there is nothing to tell. */
export type DayByAgent = { day: string } & Partial<Record<LoggedAgent, number | null>>;

/** What happened to the requests of an agent. */
export interface AgentRequests {
  agent: LoggedAgent;
  successful: number;
  failed: number;
}

/** The last days up to the one of a moment (epoch ms), oldest first. */
export function lastDays(until: number): string[] {
  return Array.from({ length: DAYS }, (_, ago) =>
    new Date(until - (DAYS - 1 - ago) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Requests a day, those of days without any 0. */
export function requestsPerDay(
  usage: readonly UsageAnalytics[],
  days: readonly string[],
): DayOfRequests[] {
  return days.map((day) => {
    const rows = usage.filter(({ usage_date }) => usage_date === day);
    return { day, ...requestsOf(rows) };
  });
}

/**
 * A figure a day and agent.
 * @param absent what days without requests have: 0 for what adds up, null for an average
 */
export function figurePerDay(
  usage: readonly UsageAnalytics[],
  days: readonly string[],
  agents: readonly LoggedAgent[],
  figure: (row: UsageAnalytics) => number | null,
  absent: 0 | null,
): DayByAgent[] {
  const rows = new Map(usage.map((row) => [`${row.usage_date} ${row.agent_type}`, row]));
  return days.map((day) => {
    const figures = agents.map((agent): [LoggedAgent, number | null] => {
      const row = rows.get(`${day} ${agent}`);
      return [agent, row === undefined ? absent : figure(row)];
    });
    return { day, ...Object.fromEntries(figures) };
  });
}

/** Requests an agent, of these days together. */
export function requestsPerAgent(
  usage: readonly UsageAnalytics[],
  days: readonly string[],
  agents: readonly LoggedAgent[],
): AgentRequests[] {
  const shown = new Set(days);
  return agents.map((agent) => ({
    agent,
    ...requestsOf(usage.filter((row) => row.agent_type === agent && shown.has(row.usage_date))),
  }));
}

function requestsOf(rows: readonly UsageAnalytics[]): { successful: number; failed: number } {
  return {
    successful: rows.reduce((sum, row) => sum + row.successful_requests, 0),
    failed: rows.reduce((sum, row) => sum + row.failed_requests, 0),
  };
}
