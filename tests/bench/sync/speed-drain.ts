import { callNotes, RACERS, type RacerName, type SpeedArena, WAYS } from "./speed-arena.ts";
import { figure, ratio, type Spread, spreadOf } from "./speed-figures.ts";
import { comeBack, ITEM_BYTES, letWait } from "./speed-racers.ts";

/** How many items wait, how long a round trip takes (ms), and how often this is measured. */
export interface Course {
  items: number;
  roundTripMs: number;
  times: number;
  /** Run only for racers with several lanes: the others would take minutes. */
  isLong?: boolean;
}

/** What is measured; an omitted part means all. */
export interface DrainChoice {
  items?: readonly number[];
  roundTrips?: readonly number[];
  racers?: readonly string[];
}

const COURSES: readonly Course[] = [
  { items: 10, roundTripMs: 20, times: 7 },
  { items: 10, roundTripMs: 100, times: 5 },
  { items: 100, roundTripMs: 20, times: 5 },
  { items: 100, roundTripMs: 100, times: 3, isLong: true },
  { items: 1000, roundTripMs: 20, times: 1, isLong: true },
  { items: 1000, roundTripMs: 100, times: 1, isLong: true },
];
/** The floor (bare fetches) is measured over this many items, and extrapolated for more. */
const FLOOR_ITEMS = 100;
const PATIENCE_MS = 120_000;

/**
 * Measures the time from the moment the network is back until the last waiting item has arrived,
 * beside the ideal (items x requests x round trip / lanes) and beside bare fetches of the same
 * bytes, with the same number in parallel, in the same tab right after.
 */
export async function measureDrain(
  arena: SpeedArena,
  choice: DrainChoice = {},
): Promise<Record<string, object>> {
  const { items, roundTrips, racers: named } = choice;
  const rows: Record<string, object> = {};
  for (const course of COURSES) {
    if (items?.includes(course.items) === false) continue;
    if (roundTrips?.includes(course.roundTripMs) === false) continue;
    const racers = RACERS.filter(
      (racer) => named?.includes(racer) !== false && (!course.isLong || WAYS[racer].lanes > 1),
    );
    const runs = new Map<RacerName, { took: number[]; floor: number[]; missing: number }>();
    for (let turn = 0; turn < course.times; turn += 1) {
      for (const racer of racers) {
        // Once is enough for those that send one item after the other.
        if (turn > 0 && WAYS[racer].lanes === 1) continue;
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
      const bare = spreadOf(floor);
      rows[`${course.items} at ${course.roundTripMs} ms: ${title}`] = {
        "lanes x requests": `${lanes} x ${requests}`,
        "ideal, s": figure(ideal / 1000),
        "bare fetches, s": `${figure(bare.median / 1000)} (${range(bare)})`,
        "median, s": own === null ? `not in ${PATIENCE_MS / 1000}` : figure(own.median / 1000),
        "p95, s": own === null ? "?" : figure(own.p95 / 1000),
        "min to max, s": own === null ? "?" : range(own),
        "to ideal": ratio(own?.median ?? null, ideal),
        "to bare fetches": ratio(own?.median ?? null, bare.median),
        runs: `${took.length} of ${took.length + missing}`,
      };
    }
  }
  return rows;
}

function range({ min, max }: Spread): string {
  return `${figure(min / 1000)} to ${figure(max / 1000)}`;
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
