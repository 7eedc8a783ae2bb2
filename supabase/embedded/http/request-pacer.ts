import { setTimeout as sleep } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import { clientNetwork } from "../auth/client-network.ts";

/** How many requests a network may send at once, and per second after that. */
const BURST = 400;
const PER_SECOND = 400;

/** How often inactive networks are forgotten, in milliseconds. */
const FORGETTING = 10_000;

/**
 * Limits each network to a rate of requests that no browser reaches: faster requests wait, none is
 * refused. This is for requests that cost less than a turn in a queue: only a large number of them
 * can occupy the one thread that serves everybody.
 * @returns a function that waits until a request of that network is within the rate; throws when
 *   the signal aborts
 */
export function createRequestPacer(): (network: string, signal: AbortSignal) => Promise<void> {
  /**
   * When a network's requests so far will have used up their share of the rate, in milliseconds.
   */
  const paidUntil = new Map<string, number>();
  let forgotten = 0;

  return async (network, signal) => {
    const now = performance.now();
    if (now - forgotten > FORGETTING) {
      forgotten = now;
      for (const [name, until] of paidUntil) if (until < now) paidUntil.delete(name);
    }
    const until = Math.max(now, paidUntil.get(network) ?? 0) + 1000 / PER_SECOND;
    paidUntil.set(network, until);
    const wait = until - now - (1000 * BURST) / PER_SECOND;
    if (wait > 0) await sleep(wait, undefined, { signal });
  };
}

/** Lets the requests of a network wait that come too fast. */
export function pacedRequests(): MiddlewareHandler<{ Bindings: { clientAddress: string } }> {
  const inPace = createRequestPacer();
  return async (c, next) => {
    const { signal } = c.req.raw;
    await inPace(clientNetwork(c.env.clientAddress), signal).catch(() => {});
    // The client has disconnected and does not read this answer.
    return signal.aborted ? new Response(null, { status: 499 }) : await next();
  };
}
