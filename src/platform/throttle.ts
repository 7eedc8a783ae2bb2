import type { Clock } from "./ports.ts";

/**
 * Work that is asked for more often than it need be done: it is done at once, and at most every so
 * many ms while it is asked for again.
 * @returns what asks for it
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
