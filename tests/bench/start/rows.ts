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
    largest: starts.find(({ largestPaint }) => largestPaint === median)?.largest ?? "-",
  };
}

/** The medians of each kind of work and of the time without any, with the least and the most. */
export function workRow(starts: readonly Start[]): object {
  const kinds = Object.keys(starts[0]?.work ?? {}) as (keyof Start["work"])[];
  return {
    ...Object.fromEntries(
      kinds.map((kind) => [kind, spread(starts.map(({ work }) => work[kind]))]),
    ),
    nothing: spread(starts.map(({ idle }) => idle)),
  };
}

/** The same of each milestone, among the starts that reached it. */
export function milestoneRow(starts: readonly Start[]): object {
  const of = (milestone: keyof Start["milestones"]) =>
    spread(starts.flatMap(({ milestones }) => milestones[milestone] ?? []));
  return {
    "worker ready": of("workerReady"),
    "HTML loaded": of("htmlLoaded"),
    "scripts loaded": of("scriptsLoaded"),
    "database opened": of("databaseOpened"),
    "first read": of("firstRead"),
    rendered: of("rendered"),
    "app shown": of("appShown"),
  };
}

function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

/** "median (least–most)". */
function spread(values: readonly number[]): string {
  if (values.length === 0) return "-";
  const [least, most] = [Math.min(...values), Math.max(...values)].map(rounded);
  return `${rounded(medianOf(values))} (${least}–${most})`;
}

function rounded(ms: number | null): number | string {
  return ms === null || !Number.isFinite(ms) ? "-" : Math.round(ms);
}
