import { RACERS, type RacerName, type SpeedArena, WAYS } from "./speed-arena.ts";
import { figure, ratio, spreadOf } from "./speed-figures.ts";
import { comeBack, letWait } from "./speed-racers.ts";
import type { Fate } from "./speed-server.ts";

const ITEMS = 100;
const ROUND_TRIP_MS = 20;
const TIMES = 1;
const PATIENCE_MS = 7_000;

const POISONS: Readonly<Record<string, Fate>> = {
  "no poison": "answer",
  "refused (422)": "refuse",
  "broken (500)": "break",
  "never answered": "hang",
};

/**
 * A hundred items wait, and the first one that reaches the server is poison: the server always
 * refuses it, always fails at it, or never answers it. Measures how long the other 99 take,
 * compared with the same without poison.
 */
export async function measurePoison(arena: SpeedArena): Promise<Record<string, object>> {
  const took = new Map<string, number[]>();
  const least = new Map<string, number>();
  for (let turn = 0; turn < TIMES; turn += 1) {
    for (const [poison, fate] of Object.entries(POISONS)) {
      for (const racer of RACERS) {
        const name = `${racer}|${poison}`;
        // A racer that failed to finish one run is not run again.
        if ((least.get(name) ?? ITEMS) < ITEMS - 1) continue;
        const run = await drainBeside(arena, racer, fate);
        least.set(name, Math.min(least.get(name) ?? ITEMS, run.arrived));
        took.set(name, [...(took.get(name) ?? []), run.ms]);
      }
    }
  }
  const rows: Record<string, object> = {};
  for (const poison of Object.keys(POISONS)) {
    for (const racer of RACERS) {
      const name = `${racer}|${poison}`;
      const arrived = Math.min(ITEMS - 1, least.get(name) ?? 0);
      const isWhole = arrived === ITEMS - 1;
      const own = spreadOf(took.get(name) ?? []).median;
      rows[`${poison}: ${WAYS[racer].title}`] = {
        arrived: `${arrived} of ${ITEMS - 1}`,
        "median, s": isWhole ? figure(own / 1000) : `not in ${PATIENCE_MS / 1000}`,
        "to without": ratio(
          isWhole ? own : null,
          spreadOf(took.get(`${racer}|no poison`) ?? []).median,
        ),
      };
    }
  }
  return rows;
}

async function drainBeside(
  arena: SpeedArena,
  racer: RacerName,
  fate: Fate,
): Promise<{ arrived: number; ms: number }> {
  const server = arena.server(racer);
  await letWait(arena, racer, ITEMS);
  server.roundTripMs = ROUND_TRIP_MS;
  let poisoned: string | null = null;
  server.fateOf = (key) => {
    poisoned ??= key;
    return key === poisoned ? fate : "answer";
  };
  const begun = await comeBack(arena, racer);
  const last = await server.arrived(ITEMS - 1, PATIENCE_MS);
  const arrived = server.arrivals.size;
  await arena.forget(racer);
  return { arrived, ms: (last ?? begun + PATIENCE_MS) - begun };
}
