import { setTimeout as sleep } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import { clientNetwork } from "./network-address.ts";

/** Thrown when a caller has too many requests waiting already, or waited too long. */
export class QueueFull extends Error {
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super("Too many requests at once");
    this.name = "QueueFull";
    this.retryAfter = retryAfter;
  }
}

export interface FairQueueLimits {
  /** The most that one caller, and all callers together, may hold at a time; in the units of `enter`. */
  perCaller: number;
  total: number;
  /** How many requests of one caller may wait. */
  maxWaiting: number;
  /** How long a request may wait, in milliseconds. */
  maxWaitMs: number;
}

/**
 * Admits callers by turns, so that a request waits for at most one request of each other caller,
 * however many that caller has sent.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** The waiting requests by caller; the caller whose turn is next comes first. */
  readonly #lines = new Map<string, { weight: number; admit: () => void }[]>();
  readonly #held = new Map<string, number>();
  /** What is held at the moment, in the units of `enter`. */
  taken = 0;

  /** How many requests wait. */
  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, line) => sum + line.length, 0);
  }

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a place, which the answer gives back.
   * @param weight how much of the limits it takes; if no other place is taken, any weight is admitted
   * @throws QueueFull; the signal's reason when it aborts first
   */
  async enter(caller: string, weight: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const line = this.#lines.get(caller) ?? [];
    if (line.length >= this.#limits.maxWaiting) throw new QueueFull(2);
    this.#lines.set(caller, line);
    await new Promise<void>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      };
      const admit = () => {
        settle();
        resolve();
      };
      const waiting = { weight, admit };
      const leave = (reason: unknown) => {
        settle();
        line.splice(line.indexOf(waiting), 1);
        if (line.length === 0) this.#lines.delete(caller);
        reject(reason);
        // This may have been the request that the others waited behind.
        this.#admitNext();
      };
      const timer = setTimeout(() => leave(new QueueFull(5)), this.#limits.maxWaitMs);
      const onAbort = () => leave(signal?.reason);
      signal?.addEventListener("abort", onAbort, { once: true });
      line.push(waiting);
      this.#admitNext();
    });
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#take(caller, -weight);
      this.#admitNext();
    };
  }

  #admitNext(): void {
    const { perCaller, total } = this.#limits;
    for (const [caller, line] of [...this.#lines]) {
      const [next] = line;
      if (!next) continue;
      // If a request does not fit when its turn comes, smaller ones must not overtake it.
      if (this.taken > 0 && this.taken + next.weight > total) return;
      const held = this.#held.get(caller) ?? 0;
      if (held > 0 && held + next.weight > perCaller) continue;
      line.shift();
      this.#lines.delete(caller);
      if (line.length > 0) this.#lines.set(caller, line);
      this.#take(caller, next.weight);
      next.admit();
    }
  }

  #take(caller: string, weight: number): void {
    const held = (this.#held.get(caller) ?? 0) + weight;
    if (held === 0) this.#held.delete(caller);
    else this.#held.set(caller, held);
    this.taken += weight;
  }
}

/** How many requests a network may send at once, and per second after that. */
const BURST = 400;
const PER_SECOND = 400;

/** How often inactive networks are forgotten, in milliseconds. */
const FORGETTING = 10_000;

/**
 * Limits each network to a rate of requests that no browser reaches: faster requests wait, none is refused.
 * @returns a function that waits until a request of that network is within the rate
 */
export function createRequestPacer(): (network: string, signal: AbortSignal) => Promise<void> {
  /** When a network's requests so far will have used up their share of the rate, in milliseconds. */
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
