import type { Outcome } from "#backend/outcome.ts";
import { backoff } from "#platform/backoff.ts";
import type { Ports } from "#platform/ports.ts";

/** How often a failed read is repeated. */
const REPEATS = 3;

/**
 * Reads from the server, and repeats a read that failed for now, after growing pauses of at most
 * one, two and four seconds. Only for requests that change nothing.
 * @param options.read one attempt; null when the server could not be reached, which is not repeated
 * @param options.failing called with the outcome of the first repetition that failed, too, and of
 *   each later one that will be repeated: a single failure may be one lost packet, of which nobody
 *   needs to know
 * @param options.isStopped whether the answer is not needed any more
 * @returns the outcome of the last attempt
 */
export async function repeatRead<T>(options: {
  read: () => Promise<Outcome<T> | null>;
  ports: Pick<Ports, "clock" | "random">;
  failing?: (outcome: Outcome<T>) => void;
  isStopped: () => boolean;
}): Promise<Outcome<T> | null> {
  const { read, ports, failing, isStopped } = options;
  for (let failures = 1; ; failures += 1) {
    const outcome = await read();
    if (outcome?.kind !== "later" || failures > REPEATS || isStopped()) return outcome;
    if (failures > 1) failing?.(outcome);
    const pause = backoff(failures, ports.random(), null);
    await new Promise<void>((resolve) => ports.clock.after(pause, resolve));
    if (isStopped()) return outcome;
  }
}
