import { type Kysely, sql } from "kysely";
import { Counter, Gauge, Histogram, register } from "prom-client";
import type { FunctionCall } from "#supabase/functions/_shared/contracts/function-call.ts";
import { listen } from "../http/listen.ts";
import type { AnsweredRequest } from "./request-log.ts";

/** Routes on which a refusal means that somebody could not sign in, and what they tried. */
const SIGN_IN: Readonly<Record<string, string>> = {
  "/auth/v1/token?grant_type=password": "password",
  "/auth/v1/factors/:id/verify": "second factor",
  "/auth/v1/verify": "link",
};

const REQUEST_SECONDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
const PROVIDER_SECONDS = [0.3, 1, 3, 10, 30, 60, 120];

/**
 * The backend's figures, for Prometheus. No label holds anything that a client can choose.
 * @param database undefined until it is open
 */
export function createMetrics(
  queues: Readonly<Record<string, { taken: number; waiting: number }>>,
  database: () => Kysely<unknown> | undefined,
) {
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Answered requests, by the pattern of their address and by status.",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_SECONDS,
  });
  const signInFailures = new Counter({
    name: "sign_in_failures_total",
    help: "Refused attempts to sign in.",
    labelNames: ["by", "status"],
  });
  const calls = new Counter({
    name: "function_calls_total",
    help: "Calls of the server functions; the outcome is success or the code of the refusal.",
    labelNames: ["function", "outcome"],
  });
  const provider = new Histogram({
    name: "ai_provider_duration_seconds",
    help: "Calls of the AI provider, repetitions included.",
    labelNames: ["model"],
    buckets: PROVIDER_SECONDS,
  });
  const cost = new Counter({
    name: "ai_provider_cost_dollars_total",
    help: "Cost of the provider's calls whose price and figures are known.",
    labelNames: ["model"],
  });
  new Gauge({
    name: "queue_requests",
    help: "Requests in a queue, by whether they have their place or wait for it.",
    labelNames: ["queue", "state"],
    collect() {
      for (const [queue, { taken, waiting }] of Object.entries(queues)) {
        this.set({ queue, state: "taken" }, taken);
        this.set({ queue, state: "waiting" }, waiting);
      }
    },
  });
  new Gauge({
    name: "database_size_bytes",
    help: "Size of the database on its disk; absent while it does not answer.",
    async collect() {
      const size = sql<{ bytes: string }>`
        select pg_database_size(current_database())::text as bytes`;
      const open = database();
      const found = open && (await size.execute(open).catch(() => undefined));
      if (found === undefined) this.reset();
      else this.set(Number(found.rows[0]?.bytes));
    },
  });
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Memory of the process that answers requests.",
    collect() {
      this.set(Deno.memoryUsage().rss);
    },
  });

  return {
    onAnswered({ method, route, status, ms }: AnsweredRequest): void {
      requests.observe({ method, route, status }, ms / 1000);
      const by = SIGN_IN[route];
      if (by !== undefined && status >= 400 && status < 500) signInFailures.inc({ by, status });
    },
    onCall(call: FunctionCall): void {
      calls.inc({ function: call.function, outcome: call.outcome });
      for (const { model, ms, cost: dollars } of call.provider) {
        // Without a time the device itself has understood: its model is named by the client.
        if (ms === null) continue;
        provider.observe({ model }, ms / 1000);
        if (dollars !== null) cost.inc({ model }, dollars);
      }
    },
    /** All figures in Prometheus' text form. */
    text: () => register.metrics(),
  };
}

/** Answers `/metrics` at a port of this machine. @throws StartRefusal when the port is taken */
export function listenForMetrics(port: number, metrics: ReturnType<typeof createMetrics>) {
  return listen({ host: "127.0.0.1", port }, async (request) => {
    if (new URL(request.url).pathname !== "/metrics") return new Response(null, { status: 404 });
    return new Response(await metrics.text(), {
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
    });
  });
}
