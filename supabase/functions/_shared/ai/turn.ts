import type { Ports } from "../request/ports.ts";
import { costOf, type PriceTable } from "./prices.ts";
import type { Usage } from "./usage.ts";

/** How long the provider usually may take for one request, with all calls and repetitions. */
export const AI_BUDGET_MS = 60_000;

/** The provider's part of one request: its deadline and the calls made so far. */
export interface AiTurn {
  ports: Ports;
  /** Milliseconds since the epoch. */
  deadline: number;
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
 * @param calls each call is added to it as it is made.
 * @param budgetMs how long the provider may take in all
 */
export function startTurn(ports: Ports, calls: AiCall[], budgetMs: number): AiTurn {
  return { ports, deadline: ports.clock.now() + budgetMs, calls };
}

/** Makes one call of a turn, and notes its figures. @param make adds the usage to the call */
export async function makeCall<Reply>(
  turn: AiTurn,
  { model, baseUrl }: { model: string; baseUrl: string },
  make: (call: AiCall) => Promise<Reply>,
): Promise<Reply> {
  const call: AiCall = { model, baseUrl, usage: null, elapsedMs: null };
  turn.calls.push(call);
  const { clock } = turn.ports;
  const startedAt = clock.now();
  try {
    return await make(call);
  } finally {
    call.elapsedMs = clock.now() - startedAt;
  }
}

/**
 * The figures of a turn, by their column names in `detailed_agent_logs`. An unknown figure is null,
 * never guessed.
 */
export function figuresOf(calls: readonly AiCall[], prices: PriceTable) {
  const costs = calls.map((call) => costOf(call, prices));
  return {
    ai_model: calls.length ? [...new Set(calls.map((call) => call.model))].join(" + ") : null,
    input_token_count: sumOfKnown(calls.map((call) => call.usage?.inputTokens ?? null)),
    completion_tokens: sumOfKnown(calls.map((call) => call.usage?.outputTokens ?? null)),
    total_tokens: sumOfKnown(calls.map((call) => call.usage?.totalTokens ?? null)),
    // If the cost of one call is not known, the total is not known either.
    estimated_cost: costs.includes(null) ? null : sumOfKnown(costs),
  };
}

function sumOfKnown(figures: readonly (number | null)[]): number | null {
  const known = figures.filter((figure) => figure !== null);
  return known.length ? known.reduce((sum, figure) => sum + figure, 0) : null;
}
