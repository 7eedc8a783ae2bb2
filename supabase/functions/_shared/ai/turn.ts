import type { Ports } from "../request/ports.ts";
import { computeCost, type PriceTable, type Usage } from "./prices.ts";

/** How long the provider usually may take for one request, with all calls and repetitions. */
export const AI_BUDGET_MS = 60_000;

/** The provider's part of one request: its deadline and the calls made so far. */
export interface AiTurn {
  ports: Ports;
  /** Milliseconds since the epoch. */
  deadline: number;
  /** Each call is added to it as it is made. */
  calls: AiCall[];
}

/** One call. `usage` is that of all its repetitions; null until the provider has reported any. */
export interface AiCall {
  model: string;
  /** Null for a model on the person's own device. */
  baseUrl: string | null;
  usage: Usage | null;
  /** Null until it has ended, and for a model on the person's own device. */
  elapsedMs: number | null;
}

/**
 * The figures of a turn, by their column names in `detailed_agent_logs`. An unknown figure is null,
 * never guessed.
 */
export function sumFigures(calls: readonly AiCall[], prices: PriceTable) {
  const costs = calls.map((call) => computeCost(call, prices));
  const total = (figure: "inputTokens" | "outputTokens" | "totalTokens") =>
    sumOfKnown(calls.map((call) => call.usage?.[figure] ?? null));
  return {
    ai_model: calls.length ? [...new Set(calls.map((call) => call.model))].join(" + ") : null,
    input_token_count: total("inputTokens"),
    completion_tokens: total("outputTokens"),
    total_tokens: total("totalTokens"),
    // If the cost of one call is not known, the total is not known either.
    estimated_cost: costs.includes(null) ? null : sumOfKnown(costs),
  };
}

function sumOfKnown(figures: readonly (number | null)[]): number | null {
  const known = figures.filter((figure) => figure !== null);
  return known.length ? known.reduce((sum, figure) => sum + figure, 0) : null;
}
