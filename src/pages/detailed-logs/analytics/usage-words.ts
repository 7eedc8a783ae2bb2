import type { UsageAnalytics } from "@contracts/usage-analytics.ts";
import { costWords, figureWords, millisecondWords } from "../figure-words.ts";

// In UTC, because the server counts days in UTC.
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const shortDay = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** A day (`yyyy-MM-dd`) in the reader's locale. */
export function dayWords(date: string): string {
  return day.format(Date.parse(date));
}

/** A day in the reader's locale, without the year. */
export function shortDayWords(date: string): string {
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

function estimatedCostWords(usage: UsageAnalytics): string {
  const cost = knownCost(usage);
  const { unpriced_requests: unpriced } = usage;
  if (cost === null || !(unpriced > 0)) return costWords(cost);
  return `${costWords(cost)} (price unknown for ${unpriced})`;
}

/** The facts on a card for an agent and a day. */
export function usageFacts(usage: UsageAnalytics): [term: string, value: string][] {
  const tokens = usage.avg_tokens_per_request;
  return [
    ["Total requests", figureWords(usage.total_requests)],
    ["Success rate", `${successRate(usage)}%`],
    ["Average response time", millisecondWords(usage.avg_response_time_ms)],
    ["Unique users", figureWords(usage.unique_users)],
    ["Total tokens", figureWords(usage.total_tokens_used)],
    ["Average tokens per request", tokens === null ? "N/A" : figureWords(tokens)],
    ["Failed requests", figureWords(usage.failed_requests)],
    ["Estimated cost", estimatedCostWords(usage)],
  ];
}
