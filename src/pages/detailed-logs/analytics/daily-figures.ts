import type { LoggedAgent } from "@contracts/agent.ts";
import type { UsageAnalytics } from "@contracts/usage-analytics.ts";

/** How many days the charts show. */
const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A figure per agent for a day; null if there is no figure. */
export type DayByAgent = { day: string } & Partial<Record<LoggedAgent, number | null>>;

/** The last days up to the day of `until` (epoch ms), oldest first. */
export function lastDays(until: number): string[] {
  return Array.from({ length: DAYS }, (_, ago) =>
    new Date(until - (DAYS - 1 - ago) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Successful and failed requests per day (UTC, `yyyy-MM-dd`); 0 on days without requests. */
export function requestsPerDay(usage: readonly UsageAnalytics[], days: readonly string[]) {
  return days.map((day) => ({
    day,
    ...sumRequests(usage.filter(({ usage_date }) => usage_date === day)),
  }));
}

/**
 * A figure per day and agent.
 * @param absent the figure of a day without requests: 0 for a sum, null for an average
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

/** Requests per agent, added up over the given days. */
export function requestsPerAgent(
  usage: readonly UsageAnalytics[],
  days: readonly string[],
  agents: readonly LoggedAgent[],
) {
  const shown = new Set(days);
  return agents.map((agent) => ({
    agent,
    ...sumRequests(usage.filter((row) => row.agent_type === agent && shown.has(row.usage_date))),
  }));
}

function sumRequests(rows: readonly UsageAnalytics[]) {
  return {
    successful: rows.reduce((sum, row) => sum + row.successful_requests, 0),
    failed: rows.reduce((sum, row) => sum + row.failed_requests, 0),
  };
}
