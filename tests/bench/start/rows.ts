import type { Start } from "./one-start.ts";

/** The largest paint of a page's starts, and how many times later it was than the floor's. */
export function paintRow(starts: readonly Start[], floor: readonly Start[]): object {
  const paints = starts.map(({ largestPaint }) => largestPaint);
  const median = medianOf(paints);
  const floorMedian = medianOf(floor.map(({ largestPaint }) => largestPaint));
  return {
    "first paint": rounded(medianOf(starts.map(({ firstPaint }) => firstPaint))),
    min: rounded(Math.min(...paints)),
    median: rounded(median),
    max: rounded(Math.max(...paints)),
    "of React and Mantine":
      median === null || !floorMedian ? "-" : Number((median / floorMedian).toFixed(2)),
  };
}

/** The medians of each kind of work, and of the time without any. */
export function workRow(starts: readonly Start[]): object {
  const kinds = Object.keys(starts[0]?.work ?? {}) as (keyof Start["work"])[];
  return {
    ...Object.fromEntries(
      kinds.map((kind) => [kind, rounded(medianOf(starts.map(({ work }) => work[kind])))]),
    ),
    nothing: rounded(medianOf(starts.map(({ idle }) => idle))),
  };
}

/** The medians of each milestone, among the starts that reached it. */
export function milestoneRow(starts: readonly Start[]): object {
  const median = (milestone: keyof Start["milestones"]) =>
    rounded(medianOf(starts.flatMap(({ milestones }) => milestones[milestone] ?? [])));
  return {
    "worker ready": median("workerReady"),
    "HTML loaded": median("htmlLoaded"),
    "scripts loaded": median("scriptsLoaded"),
    "database opened": median("databaseOpened"),
    "first read": median("firstRead"),
    "app shown": median("appShown"),
  };
}

function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

function rounded(ms: number | null): number | string {
  return ms === null || !Number.isFinite(ms) ? "-" : Math.round(ms);
}
