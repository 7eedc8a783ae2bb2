import fc from "fast-check";
import { expect, it } from "vitest";
import { withRelaxedDurability } from "#tests/support/faults/broken-engines.ts";
import { noteFigures } from "#tests/support/faults/figures.ts";
import type { Finding } from "#tests/support/faults/finding.ts";
import { play } from "#tests/support/faults/play.ts";
import { IS_REPLAY, LONG, SHARD, shareOf } from "#tests/support/faults/run.ts";
import { schedules } from "#tests/support/faults/schedule.ts";
import type { Change } from "#tests/support/faults/world.ts";

/**
 * The same schedules in every run and for both durabilities, so that only the durability differs.
 */
const SEED = 3;
const SCHEDULES = LONG ? 500 : 14;

/** Plays the schedules. @returns how many of them break a promise */
async function brokenWith(commits: string, change: Change): Promise<number> {
  const found: Finding[] = [];
  const total = { schedules: 0, items: 0, "broken schedules": 0 };
  const given = { seed: SEED + SHARD, numRuns: shareOf(SCHEDULES) };
  for (const schedule of fc.sample(schedules, given)) {
    const { findings, items } = await play(schedule, change);
    total.schedules += 1;
    total.items += items;
    if (findings.length > 0) total["broken schedules"] += 1;
    found.push(...findings);
  }
  noteFigures("What strict commits buy where the power is cut", { commits, ...total }, found);
  return total["broken schedules"];
}

it.skipIf(IS_REPLAY)("a power cut loses a saved item only when commits are relaxed", async () => {
  // The short run plays many other schedules with strict commits.
  if (LONG) expect(await brokenWith("strict", (options) => options)).toBe(0);
  expect(await brokenWith("relaxed", withRelaxedDurability)).toBeGreaterThan(0);
});
