import type { UsageAnalytics } from "@contracts/usage-analytics.ts";
import { formatCost, formatFigure, formatMilliseconds } from "../format-figures.ts";

// In UTC, because the server counts days in UTC.
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const shortDay = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** A day (`yyyy-MM-dd`) in the reader's locale. */
export function formatUsageDay(date: string): string {
  return day.format(Date.parse(date));
}

/** A day in the reader's locale, without the year. */
export function formatShortDay(date: string): string {
  return shortDay.format(Date.parse(date));
}

/** The share of successful requests in whole percent; 0 if there were none. */
function successRate({ successful_requests, total_requests }: UsageAnalytics): number {
  return total_requests === 0 ? 0 : Math.round((100 * successful_requests) / total_requests);
}

/** The sum of the known costs; null if nothing is known of them. */
export function knownCost({ total_estimated_cost, unpriced_requests }: UsageAnalytics) {
  return unpriced_requests > 0 && total_estimated_cost === 0 ? null : total_estimated_cost;
}

function formatEstimatedCost(usage: UsageAnalytics): string {
  const cost = knownCost(usage);
  const { unpriced_requests: unpriced } = usage;
  if (cost === null || !(unpriced > 0)) return formatCost(cost);
  return `${formatCost(cost)} (price unknown for ${unpriced})`;
}

/** The facts on a card for an agent and a day. */
export function usageFacts(usage: UsageAnalytics): [term: string, value: string][] {
  const tokens = usage.avg_tokens_per_request;
  return [
    ["Total requests", formatFigure(usage.total_requests)],
    ["Success rate", `${successRate(usage)}%`],
    ["Average response time", formatMilliseconds(usage.avg_response_time_ms)],
    ["Unique users", formatFigure(usage.unique_users)],
    ["Total tokens", formatFigure(usage.total_tokens_used)],
    ["Average tokens per request", tokens === null ? "N/A" : formatFigure(tokens)],
    ["Failed requests", formatFigure(usage.failed_requests)],
    ["Estimated cost", formatEstimatedCost(usage)],
  ];
}
