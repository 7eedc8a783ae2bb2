import { cpus, loadavg } from "node:os";
import type { BenchPages } from "./pages.ts";
import { openSpeedArena, type SpeedArena } from "./speed-arena.ts";
import { weighContenders } from "./speed-bytes.ts";
import { type DrainChoice, measureDrain } from "./speed-drain.ts";
import { measureEnqueue } from "./speed-enqueue.ts";
import { measurePoison } from "./speed-poison.ts";
import { measureStart } from "./speed-start.ts";

interface Part {
  title: string;
  /** Explains the figures. */
  meaning: string;
  measure(
    arena: SpeedArena,
    pages: BenchPages,
    choice: DrainChoice,
  ): Promise<Record<string, object>>;
}

/** The parts that can be chosen, by name. */
const PARTS: Readonly<Record<string, Part>> = {
  enqueue: {
    title: "Until it is kept",
    meaning:
      "A note: from its last second, which comes with Stop, until it is queued. To raw: a put of all its bytes, alone, in one transaction as durable.",
    measure: measureEnqueue,
  },
  drain: {
    title: "Until all that waits has arrived",
    meaning:
      "From the moment the network is back to the last arrival. Ideal: items x requests x round trip / lanes. Bare fetches: as many at a time, in the same tab, with no queue at all.",
    measure: (arena, _, choice) => measureDrain(arena, choice),
  },
  start: {
    title: "What opening the queue costs",
    meaning:
      "The server never answers an item. The work of workbox is done in its worker and not counted.",
    measure: measureStart,
  },
  poison: {
    title: "One poison item in 100",
    meaning: "The time of the other 99, to the same queue's time without poison.",
    measure: measurePoison,
  },
  bytes: {
    title: "What the code weighs",
    meaning:
      "Each bundled alone with what the bench needs to use it. Ours: engine, mirror and Dexie.",
    measure: async (_, pages) => weighContenders(pages),
  },
};

export const SPEED_PARTS: readonly string[] = Object.keys(PARTS);

/**
 * Runs the speed half of the bench and prints a table for each part.
 * @param chosen names of parts
 * @param choice what of draining is measured
 */
export async function runSpeed(
  pages: BenchPages,
  chosen: readonly string[],
  choice: DrainChoice,
): Promise<void> {
  if (chosen.length === 0) return;
  const arena = await openSpeedArena(pages);
  try {
    for (const name of chosen) {
      const part = PARTS[name];
      if (part === undefined) continue;
      const rows = await part.measure(arena, pages, choice);
      const load = loadavg()[0]?.toFixed(1);
      console.log(`\n${part.title} (${cpus().length} cores, load ${load})`);
      console.table(rows);
      console.log(part.meaning);
    }
  } finally {
    await arena.end();
  }
}
