/** Measures time that can be paused. It starts paused, at 0. */
export interface Stopwatch {
  resume(): void;
  pause(): void;
  /** Elapsed time so far, without pauses. */
  elapsedMs(): number;
}

/** @param now returns milliseconds that never decrease */
export function createStopwatch(now: () => number): Stopwatch {
  let before = 0;
  let runningSince: number | null = null;

  function elapsedMs(): number {
    return runningSince === null ? before : before + (now() - runningSince);
  }

  return {
    resume() {
      runningSince ??= now();
    },
    pause() {
      before = elapsedMs();
      runningSince = null;
    },
    elapsedMs,
  };
}
