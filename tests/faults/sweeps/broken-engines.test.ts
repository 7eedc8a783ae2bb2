import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BROKEN_ENGINES } from "#tests/faults/sweeps/broken-engines.ts";
import { noteFigures } from "#tests/support/faults/figures.ts";
import type { Finding } from "#tests/support/faults/finding.ts";
import { KINDS } from "#tests/support/faults/made-items.ts";
import { play } from "#tests/support/faults/play.ts";
import { crashAt, NO_DEATH, ROADS, travel } from "#tests/support/faults/road.ts";
import { IS_REPLAY, LONG, share } from "#tests/support/faults/run.ts";
import { schedules } from "#tests/support/faults/schedule.ts";
import type { Change } from "#tests/support/faults/world.ts";

/**
 * A fixed seed gives the same schedules in every run: catching an engine must not depend on luck.
 */
const SEED = 2;
const SCHEDULES = 100;

/** Engines that few schedules catch, each with the number of the first that does. */
const CAUGHT_LATE: Readonly<Record<string, number>> = {
  "a conversation's order is that of the ids": 50,
  "whoever is signed in sends it": 75,
  "a frozen drainer is never replaced": 28,
};

/** Kills the app at every crash point of one item. @returns the first finding */
async function byCrashPoints(change: Change): Promise<Finding | null> {
  for (const kind of KINDS) {
    for (let point = 1; ; point += 1) {
      const road = { kind, contexts: 1, fault: "none", request: 0, drafts: false } as const;
      const { findings, killed } = await crashAt({ ...road, point }, change);
      const [first] = findings;
      if (first !== undefined) return first;
      if (!killed) break;
    }
  }
  return null;
}

/**
 * Plays random schedules, from the one with the number `begin`.
 * @returns the number of the first that has a finding, and the finding
 */
async function bySchedules(
  change: Change,
  begin: number,
): Promise<{ number: number; first: Finding } | null> {
  let number = begin - 1;
  let first: Finding | undefined;
  const property = fc.asyncProperty(schedules, async (schedule) => {
    number += 1;
    [first] = (await play(schedule, change)).findings;
    return first === undefined;
  });
  const given = { seed: SEED, numRuns: SCHEDULES, endOnFailure: true };
  await fc.check(property, begin === 1 ? given : { ...given, path: String(begin - 1) });
  return first === undefined ? null : { number, first };
}

/** Plays the scripted runs in which nobody dies. @returns the first finding */
async function byRoads(change: Change): Promise<Finding | null> {
  for (const road of ROADS) {
    const [first] = (await travel({ road, point: NO_DEATH }, change)).findings;
    if (first !== undefined) return first;
  }
  return null;
}

describe.skipIf(IS_REPLAY)("an engine in which", () => {
  it.each(share(Object.entries(BROKEN_ENGINES)))("%s is caught", async (engine, change) => {
    const caught = await bySchedules(change, LONG ? 1 : (CAUGHT_LATE[engine] ?? 1));
    // The slower way: only when no schedule has caught the engine, or in a long run.
    const alsoCaught = LONG || caught === null ? await byCrashPoints(change) : undefined;
    const onRoads = (caught ?? alsoCaught) ? undefined : await byRoads(change);
    noteFigures("Broken engines, and which test catches them", {
      engine,
      schedules: caught === null ? "not caught" : `number ${caught.number}: ${caught.first.broken}`,
      "crash points": alsoCaught === undefined ? "" : (alsoCaught?.broken ?? "not caught"),
      roads: onRoads === undefined ? "" : (onRoads?.broken ?? "not caught"),
    });
    expect(caught?.first ?? alsoCaught ?? onRoads).toBeTruthy();
  });
});
