import type { Clock } from "#supabase/functions/_shared/request/ports.ts";

/** A clock on which sleeping takes no real time. */
export type SteppedClock = Clock & {
  /** The durations that were slept, in milliseconds, oldest first. */
  slept: number[];
  /** Moves the clock to the end of the last timeout, and triggers it. */
  runOut: () => void;
};

export function createSteppedClock(start = Date.UTC(2026, 0, 5, 8)): SteppedClock {
  let now = start;
  let newest: { due: number; controller: AbortController } | undefined;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    async sleep(milliseconds) {
      slept.push(milliseconds);
      now += milliseconds;
    },
    timeout(milliseconds) {
      newest = { due: now + milliseconds, controller: new AbortController() };
      return newest.controller.signal;
    },
    runOut() {
      if (!newest) throw new Error("No timeout was set.");
      now = Math.max(now, newest.due);
      newest.controller.abort();
    },
  };
}
