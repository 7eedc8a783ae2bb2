import { createNotifier } from "#platform/notifier.ts";
import type { Ports } from "#platform/ports.ts";
import { untilDone } from "./until-done.ts";

/** Drains again and again by itself, one drain at a time, whenever there is something to do. */
export interface DrainLoop {
  /** Drains now. @returns false when it does not begin: a drain is under way, or none may begin */
  run(): boolean;
  /** Sets the timer for the next thing to do; drains at once when there is something. */
  schedule(): Promise<void>;
  isRunning(): boolean;
  /**
   * Does something that only the device can fail at, again until it is done.
   * @returns its result; undefined when stopped
   */
  persist<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Cuts short what waits because the device failed. */
  retryNow(): void;
  /** Ends everything; what is under way is told by `stopped`. */
  stop(): void;
  readonly stopped: AbortSignal;
}

export function createDrainLoop(options: {
  ports: Pick<Ports, "clock" | "random">;
  /** Sends what may be sent; what it fails with is the device's, and it is done again. */
  drain: () => Promise<void>;
  /** How long until there is something to do (ms, 0 = now); null: nothing, until somebody says so. */
  nextIn: () => Promise<number | null>;
  /** Whether no drain may begin now. */
  isHeld?: () => boolean;
}): DrainLoop {
  const { ports, drain, nextIn, isHeld = () => false } = options;
  const stop = new AbortController();
  const awake = createNotifier();
  let running = false;
  let cancelTimer = () => {};

  const mayBegin = () => !running && !stop.signal.aborted && !isHeld();

  function persist<T>(work: () => Promise<T>): Promise<T | undefined> {
    return untilDone(ports, stop.signal, awake, work);
  }

  function run(): boolean {
    if (!mayBegin()) return false;
    cancelTimer();
    running = true;
    void persist(drain).then(() => {
      running = false;
      void schedule();
    });
    return true;
  }

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
    persist,
    retryNow: awake.notify,
    stop() {
      stop.abort();
      cancelTimer();
      awake.notify();
    },
    stopped: stop.signal,
  };
}
