import { backoff } from "#platform/backoff.ts";
import type { Notifier } from "#platform/notifier.ts";
import type { Ports } from "#platform/ports.ts";

/**
 * Repeats `work`, which fails only if the device fails (lost database connection, full disk), after
 * growing pauses until it succeeds.
 * @param awake ends a pause early when it notifies
 * @returns its result; undefined when stopped
 */
export async function untilDone<T>(
  ports: Pick<Ports, "clock" | "random">,
  stop: AbortSignal,
  awake: Notifier,
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (let failures = 1; !stop.aborted; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (stop.aborted) break;
      console.error("The device failed, and is tried again:", error);
    }
    let cancel = () => {};
    const pause = new Promise<void>((resolve) => {
      cancel = ports.clock.after(backoff(failures, ports.random(), null), resolve);
    });
    await Promise.race([pause, awake.wait()]);
    cancel();
  }
  return undefined;
}
