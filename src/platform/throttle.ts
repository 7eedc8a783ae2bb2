import type { Clock } from "./ports.ts";

/**
 * Limits how often `work` runs: the first call runs it at once; calls within the next `ms` together
 * cause one more run at the end of that time.
 * @returns the function to call when `work` is needed
 */
export function throttle(clock: Clock, ms: number, work: () => void): () => void {
  let isResting = false;
  let isAskedFor = false;

  function ask(): void {
    isAskedFor = isResting;
    if (isResting) return;
    isResting = true;
    clock.after(ms, () => {
      isResting = false;
      if (isAskedFor) ask();
    });
    work();
  }
  return ask;
}
