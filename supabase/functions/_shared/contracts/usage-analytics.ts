import { z } from "zod/mini";
import { loggedAgentSchema } from "./agent.ts";

/**
 * A row of `agent_usage_analytics`: one agent on one day (UTC), in the reader's company scope.
 * Times are in milliseconds and costs in US dollars; null if no request reported any.
 */
export const usageAnalyticsSchema = z.object({
  agent_type: loggedAgentSchema,
  /** `yyyy-MM-dd` */
  usage_date: z.string(),
  total_requests: z.number(),
  successful_requests: z.number(),
  /** All requests that were not successful, so that both numbers add up to the total. */
  failed_requests: z.number(),
  avg_response_time_ms: z.nullable(z.number()),
  unique_users: z.number(),
  total_tokens_used: z.number(),
  avg_tokens_per_request: z.nullable(z.number()),
  /** Of the requests whose price is known. */
  total_estimated_cost: z.number(),
  /** The requests that used a model whose price is not known. */
  unpriced_requests: z.number(),
});
export type UsageAnalytics = z.infer<typeof usageAnalyticsSchema>;
