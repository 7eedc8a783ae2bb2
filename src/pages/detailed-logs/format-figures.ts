import type { UsageAnalytics } from "@contracts/usage-analytics.ts";

// Created once: a formatter costs more to create than to use a thousand times.
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** A rounded figure with thousands separators. */
export function formatFigure(figure: number): string {
  return whole.format(figure);
}

/** A rounded duration in ms; "N/A" if it was not measured. */
export function formatMilliseconds(duration: number | null): string {
  return duration === null ? "N/A" : `${whole.format(duration)} ms`;
}

/** US dollars with four decimals, and a word beside them if no price is known (null). */
export function formatCost(dollars: number | null): string {
  return `$${(dollars ?? 0).toFixed(4)}${dollars === null ? " (price unknown)" : ""}`;
}

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

/** The sum of the known costs; null if nothing is known of them. */
export function knownCost({ total_estimated_cost, unpriced_requests }: UsageAnalytics) {
  return unpriced_requests > 0 && total_estimated_cost === 0 ? null : total_estimated_cost;
}

/** The facts on a card for an agent and a day. */
export function usageFacts(usage: UsageAnalytics): [term: string, value: string][] {
  const { avg_tokens_per_request: tokens, unpriced_requests: unpriced } = usage;
  const { total_requests: all, successful_requests } = usage;
  const rate = all === 0 ? 0 : Math.round((100 * successful_requests) / all);
  const cost = knownCost(usage);
  const isPartly = cost !== null && unpriced > 0;
  return [
    ["Total requests", formatFigure(all)],
    ["Success rate", `${rate}%`],
    ["Average response time", formatMilliseconds(usage.avg_response_time_ms)],
    ["Unique users", formatFigure(usage.unique_users)],
    ["Total tokens", formatFigure(usage.total_tokens_used)],
    ["Average tokens per request", tokens === null ? "N/A" : formatFigure(tokens)],
    ["Failed requests", formatFigure(usage.failed_requests)],
    ["Estimated cost", `${formatCost(cost)}${isPartly ? ` (price unknown for ${unpriced})` : ""}`],
  ];
}
