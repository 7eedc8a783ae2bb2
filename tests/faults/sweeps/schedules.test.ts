import fc from "fast-check";
import { expect, it } from "vitest";
import { noteFigures } from "#tests/support/faults/figures.ts";
import { type Finding, inWords } from "#tests/support/faults/finding.ts";
import { play } from "#tests/support/faults/play.ts";
import {
  IS_REPLAY,
  LONG,
  replayed,
  replayOf,
  SEED,
  SHARD,
  shareOf,
} from "#tests/support/faults/run.ts";
import { schedules } from "#tests/support/faults/schedule.ts";

const count = Number(process.env.FAULTS_SCHEDULES ?? (LONG ? 10_000 : 350));

/** How long, after the first failure, to look for a smaller schedule that fails too, ms. */
const SHRINKING_MS = 240_000;

const again = replayed.schedule;
const seed = again?.seed ?? SEED + SHARD;

it.skipIf(IS_REPLAY && again === undefined)("any schedule keeps every promise", async () => {
  const begun = performance.now();
  const total = { schedules: 0, items: 0, deaths: 0 };
  let found: Finding[] = [];
  let failedAt = Number.POSITIVE_INFINITY;
  const { failed, counterexamplePath, counterexample, errorInstance } = await fc.check(
    fc.asyncProperty(schedules, async (schedule) => {
      if (performance.now() - failedAt > SHRINKING_MS) return;
      const { findings, after, items, deaths } = await play(schedule);
      total.schedules += 1;
      total.items += items;
      total.deaths += deaths;
      if (findings.length === 0) return;
      found = findings;
      failedAt = Math.min(failedAt, performance.now());
      throw new Error(`${findings.map(inWords).join("\n")}\nafter ${JSON.stringify(after)}`);
    }),
    {
      seed,
      numRuns: shareOf(count),
      ...(again !== undefined && { path: again.path, endOnFailure: true }),
    },
  );
  const seconds = Math.round((performance.now() - begun) / 1000);
  noteFigures("Random schedules", { seed: String(SEED), ...total, seconds }, found);
  const replay = replayOf({ schedule: { seed, path: counterexamplePath ?? "" } });
  const why = `${errorInstance}\n${JSON.stringify(counterexample)}\n${replay}`;
  expect(failed, why).toBe(false);
});
