import type { Run } from "./page.ts";

/** How far above its line a letter hangs from, at most, in letter heights. */
const HIGHEST = 3;

/**
 * Puts large brackets, roots and sums, which hang from above their line, on the line of what is drawn
 * before or after them.
 */
export function onTheirLines(runs: readonly Run[]): Run[] {
  const lines = new Map<number, number>();
  return runs.map((run, at) => {
    if (run.isHanging !== true) return run;
    const place = Math.round(run.y * 2);
    const beside = [runs[at - 1], runs[at + 1]].find((each) => each && hangsFrom(run, each));
    // Its second bracket hangs from the same place.
    const y = lines.get(place) ?? beside?.y ?? run.y;
    lines.set(place, y);
    return { ...run, y };
  });
}

function hangsFrom(run: Run, { y, isHanging }: Run): boolean {
  return isHanging !== true && run.y - y >= -0.5 * run.size && run.y - y <= HIGHEST * run.size;
}
