import { callNotes, RACERS, type RacerName, type SpeedArena, WAYS } from "./speed-arena.ts";
import { figure, ratio, spreadOf } from "./speed-figures.ts";
import { comeBack, ITEM_BYTES, letWait } from "./speed-racers.ts";

/** How many items wait, how long a round trip takes (ms), and how often this is measured. */
export interface Course {
  items: number;
  roundTripMs: number;
  times: number;
  /** Run only for racers with several lanes: the others would take minutes. */
  isLong?: boolean;
}

const COURSES: readonly Course[] = [
  { items: 10, roundTripMs: 20, times: 2 },
  { items: 10, roundTripMs: 100, times: 1 },
  { items: 100, roundTripMs: 20, times: 1 },
  { items: 100, roundTripMs: 100, times: 1, isLong: true },
  { items: 1000, roundTripMs: 20, times: 1, isLong: true },
  { items: 1000, roundTripMs: 100, times: 1, isLong: true },
];
/** The floor (bare fetches) is measured over this many items, and extrapolated for more. */
const FLOOR_ITEMS = 30;
const PATIENCE_MS = 120_000;

/**
 * Measures the time from the moment the network is back until the last waiting item has arrived,
 * beside the ideal (items x requests x round trip / lanes) and beside bare fetches of the same
 * bytes, with the same number in parallel, in the same tab right after.
 */
export async function measureDrain(
  arena: SpeedArena,
  courses: readonly Course[] = COURSES,
): Promise<Record<string, object>> {
  const rows: Record<string, object> = {};
  for (const course of courses) {
    const racers = RACERS.filter((racer) => !course.isLong || WAYS[racer].lanes > 1);
    const runs = new Map<RacerName, { took: number[]; floor: number[]; missing: number }>();
    for (let turn = 0; turn < course.times; turn += 1) {
      for (const racer of racers) {
        const run = runs.get(racer) ?? { took: [], floor: [], missing: 0 };
        runs.set(racer, run);
        const { took, floor } = await drain(arena, racer, course);
        if (took === null) run.missing += 1;
        else run.took.push(took);
        run.floor.push(floor);
      }
    }
    for (const [racer, { took, floor, missing }] of runs) {
      const { title, lanes, requests } = WAYS[racer];
      const ideal = (course.items * requests * course.roundTripMs) / lanes;
      const own = took.length === 0 ? null : spreadOf(took);
      const bare = spreadOf(floor).median;
      rows[`${course.items} at ${course.roundTripMs} ms: ${title}`] = {
        "lanes x requests": `${lanes} x ${requests}`,
        "ideal, s": figure(ideal / 1000),
        "bare fetches, s": figure(bare / 1000),
        "median, s": own === null ? `not in ${PATIENCE_MS / 1000}` : figure(own.median / 1000),
        "p95, s": own === null ? "?" : figure(own.p95 / 1000),
        "to ideal": ratio(own?.median ?? null, ideal),
        "to bare fetches": ratio(own?.median ?? null, bare),
        runs: `${took.length} of ${took.length + missing}`,
      };
    }
  }
  return rows;
}

async function drain(
  arena: SpeedArena,
  racer: RacerName,
  { items, roundTripMs }: Course,
): Promise<{ took: number | null; floor: number }> {
  const server = arena.server(racer);
  await letWait(arena, racer, items);
  server.roundTripMs = roundTripMs;
  const begun = await comeBack(arena, racer);
  const last = await server.arrived(items, PATIENCE_MS);
  await arena.forget(racer);

  await arena.visit("notes");
  const { lanes, requests } = WAYS[racer];
  const count = Math.min(items, FLOOR_ITEMS);
  const given = { count, bytes: ITEM_BYTES, requests, lanes };
  const notes = arena.server("notes");
  notes.roundTripMs = roundTripMs;
  const bare = await callNotes(arena.page, "fetchAll", notes.url, given);
  await arena.forget("notes");
  return { took: last === null ? null : last - begun, floor: (bare * items) / count };
}
