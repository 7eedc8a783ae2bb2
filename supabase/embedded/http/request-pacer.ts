import { setTimeout as sleep } from "node:timers/promises";

/** What a network may ask for at once, and in a second after that. */
const BURST = 400;
const PER_SECOND = 400;

/** How often networks that ask for nothing any more are forgotten, in milliseconds. */
const FORGETTING = 10_000;

/**
 * Keeps networks to a pace that no browser reaches: whoever asks faster waits, and nobody is refused.
 * What is so cheap that turns would cost more takes the one thread that serves everybody only by its
 * number.
 * @returns waits until a request of that network is within its pace; throws when the signal aborts
 */
export function createRequestPacer(): (network: string, signal: AbortSignal) => Promise<void> {
  /** When all that a network has asked for will have had its time, in milliseconds. */
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
