import { backoff } from "#platform/backoff.ts";
import type { Ports } from "#platform/ports.ts";
import type { Outcome } from "./outcome.ts";

/** How often a failed read is repeated. */
const REPEATS = 3;

/**
 * Reads from the server, and repeats a read that failed for now, after growing pauses of at most
 * one, two and four seconds. Only for requests that change nothing.
 * @param options.read one attempt; null when the server could not be reached, which is not repeated
 * @param options.failing called with the outcome after each failure but the first, if another try
 *   follows. The first failure may be one lost packet, so it is not reported
 * @param options.isStopped whether the answer is not needed any more; absent: it always is
 * @returns the outcome of the last attempt
 */
export async function repeatRead<Read extends Outcome<unknown> | null>(options: {
  read: () => Promise<Read>;
  ports: Pick<Ports, "clock" | "random">;
  failing?: (outcome: Read) => void;
  isStopped?: () => boolean;
}): Promise<Read> {
  const { read, ports, failing, isStopped = () => false } = options;
  for (let failures = 1; ; failures += 1) {
    const outcome = await read();
    if (outcome?.kind !== "later" || failures > REPEATS || isStopped()) return outcome;
    if (failures > 1) failing?.(outcome);
    const pause = backoff(failures, ports.random(), null);
    await new Promise<void>((resolve) => ports.clock.after(pause, resolve));
    if (isStopped()) return outcome;
  }
}
