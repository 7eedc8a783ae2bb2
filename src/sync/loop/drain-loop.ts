import { backoff } from "#platform/backoff.ts";
import { createNotifier } from "#platform/notifier.ts";
import type { Ports } from "#platform/ports.ts";

/** Runs drains automatically, one at a time, whenever there is something to send. */
export function createDrainLoop(options: {
  ports: Pick<Ports, "clock" | "random">;
  /** Sends the due items. If it throws, the device failed, and it is called again. */
  drain: () => Promise<void>;
  /**
   * How long until something is due (ms, 0 = now); null when nothing is due before the next `run`
   * or `schedule`.
   */
  nextIn: () => Promise<number | null>;
  /** Whether no drain may start now. */
  isHeld?: () => boolean;
}) {
  const { ports, drain, nextIn, isHeld = () => false } = options;
  const stop = new AbortController();
  const awake = createNotifier();
  const ended = createNotifier();
  let running = false;
  let cancelTimer = () => {};

  const mayBegin = () => !running && !stop.signal.aborted && !isHeld();

  /**
   * Repeats `work`, which fails only if the device fails (lost database connection, full disk), after
   * growing pauses until it succeeds.
   * @returns its result; undefined when stopped
   */
  async function persist<T>(work: () => Promise<T>): Promise<T | undefined> {
    for (let failures = 1; !stop.signal.aborted; failures += 1) {
      try {
        return await work();
      } catch (error) {
        if (stop.signal.aborted) break;
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

  /** Starts a drain now. @returns false when none starts, because one is running or none may start */
  function run(): boolean {
    if (!mayBegin()) return false;
    cancelTimer();
    running = true;
    void persist(drain).then(() => {
      running = false;
      ended.notify();
      void schedule();
    });
    return true;
  }

  /** Sets the timer for the next drain; drains at once when something is due. */
  async function schedule(): Promise<void> {
    if (!mayBegin()) return;
    const wait = (await persist(nextIn)) ?? null;
    if (wait === null || !mayBegin()) return;
    cancelTimer();
    if (wait <= 0) run();
    else cancelTimer = ports.clock.after(wait, run);
  }

  return {
    run,
    schedule,
    isRunning: () => running,
    /** Resolves when no drain runs. */
    async whenIdle(): Promise<void> {
      if (running) await ended.wait();
    },
    persist,
    /** Ends the pauses after device failures early. */
    retryNow: awake.notify,
    /** Stops the loop; running work is informed through `stopped`. */
    stop(): void {
      stop.abort();
      cancelTimer();
      awake.notify();
    },
    stopped: stop.signal,
  };
}
