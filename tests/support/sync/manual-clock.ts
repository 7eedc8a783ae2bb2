import type { Clock } from "../../../src/sync/ports.ts";

/** A clock that moves only when told. */
export interface ManualClock extends Clock {
  /** Moves on by `ms`, ringing every timer that falls due on the way, in order. */
  advance(ms: number): void;
  /** How long until the next timer; null when none is set. */
  untilNext(): number | null;
}

export function createManualClock(start = Date.UTC(2026, 0, 5, 8)): ManualClock {
  let now = start;
  let next = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();

  function first(): [number, { at: number; callback: () => void }] | undefined {
    return [...timers].sort(([a, x], [b, y]) => x.at - y.at || a - b)[0];
  }

  return {
    now: () => now,
    after(ms, callback) {
      const id = next++;
      timers.set(id, { at: now + ms, callback });
      return () => timers.delete(id);
    },
    advance(ms) {
      const end = now + ms;
      for (let due = first(); due !== undefined && due[1].at <= end; due = first()) {
        timers.delete(due[0]);
        now = Math.max(now, due[1].at);
        due[1].callback();
      }
      now = end;
    },
    untilNext() {
      const due = first();
      return due === undefined ? null : due[1].at - now;
    },
  };
}
