import type { Clock } from "#platform/ports.ts";

/** A clock that moves only when told. */
export interface ManualClock extends Clock {
  /** Changes the time of day by `byMs` ms; timers do not notice it. */
  set(byMs: number): void;
  /** Moves on by `ms`, and runs every timer that becomes due on the way, in order. */
  advance(ms: number): void;
  /** Milliseconds until the next timer; null when none is set. */
  untilNext(): number | null;
}

/** Waits that many milliseconds of the clock. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
  });
}

export function createManualClock(start = Date.UTC(2026, 0, 5, 8)): ManualClock {
  let ticks = 0;
  let zero = start;
  let next = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();

  function first(): [number, { at: number; callback: () => void }] | undefined {
    return [...timers].sort(([a, x], [b, y]) => x.at - y.at || a - b)[0];
  }

  return {
    now: () => zero + ticks,
    ticks: () => ticks,
    after(ms, callback) {
      const id = next++;
      timers.set(id, { at: ticks + ms, callback });
      return () => timers.delete(id);
    },
    set(byMs) {
      zero += byMs;
    },
    advance(ms) {
      const end = ticks + ms;
      for (let due = first(); due !== undefined && due[1].at <= end; due = first()) {
        timers.delete(due[0]);
        ticks = Math.max(ticks, due[1].at);
        due[1].callback();
      }
      ticks = end;
    },
    untilNext() {
      const due = first();
      return due === undefined ? null : due[1].at - ticks;
    },
  };
}
