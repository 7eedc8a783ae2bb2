import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { BROKEN_ENGINES } from "../support/faults/broken-engines.ts";
import { crashAt, KINDS } from "../support/faults/crash.ts";
import { play, schedules } from "../support/faults/schedule.ts";
import type { Change } from "../support/faults/world.ts";

/** The same schedules at every run: that an engine is caught must not be a matter of luck. */
const SEED = 2;
const SCHEDULES = 100;
/** Beyond the last crash point of every kind. */
const POINTS = 130;

const table: object[] = [];
afterAll(() => console.table(table));

async function crashesNeeded(change: Change): Promise<string | null> {
  for (const kind of KINDS) {
    for (let point = 1; point <= POINTS; point += 1) {
      const { findings, where, killed } = await crashAt(kind, point, change);
      if (findings.length > 0) return `${kind}, point ${point} (${where}): ${findings[0]}`;
      if (!killed) break;
    }
  }
  return null;
}

async function schedulesNeeded(change: Change): Promise<string | null> {
  let played = 0;
  let found: string | null = null;
  const property = fc.asyncProperty(schedules, async (schedule) => {
    played += 1;
    const { findings } = await play(schedule, change);
    found = findings[0] ?? null;
    return findings.length === 0;
  });
  await fc.check(property, { seed: SEED, numRuns: SCHEDULES, endOnFailure: true });
  return found === null ? null : `schedule ${played}: ${found}`;
}

describe("an engine in which", () => {
  it.each(Object.entries(BROKEN_ENGINES))("%s is caught", async (name, change) => {
    const bySchedules = await schedulesNeeded(change);
    const byCrashes = bySchedules === null ? await crashesNeeded(change) : null;
    table.push({ engine: name, caught: bySchedules ?? byCrashes ?? "no" });
    expect(bySchedules ?? byCrashes).not.toBeNull();
  });
});
