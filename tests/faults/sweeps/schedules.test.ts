import fc from "fast-check";
import { expect, it } from "vitest";
import { play, schedules } from "../support/faults/schedule.ts";

const { FAULTS_RUNS = "100", FAULTS_SEED, FAULTS_PATH } = process.env;

it("any order of items, faults, deaths and freezes keeps every promise", async () => {
  const seed = FAULTS_SEED === undefined ? Date.now() % 2 ** 31 : Number(FAULTS_SEED);
  const total = { schedules: 0, items: 0, deaths: 0 };
  const details = await fc.check(
    fc.asyncProperty(schedules, async (schedule) => {
      const { findings, items, deaths } = await play(schedule);
      total.schedules += 1;
      total.items += items;
      total.deaths += deaths;
      if (findings.length > 0) throw new Error(findings.join("\n"));
    }),
    {
      seed,
      numRuns: Number(FAULTS_RUNS),
      ...(FAULTS_PATH !== undefined && { path: FAULTS_PATH, endOnFailure: true }),
      // Shrinking is worth some patience, and not all of it.
      interruptAfterTimeLimit: 300_000,
    },
  );
  console.info(`seed ${seed}: ${JSON.stringify(total)}`);
  const replay = `FAULTS_SEED=${seed} FAULTS_PATH=${details.counterexamplePath} npx vitest run --config tests/vitest.faults.config.ts schedules`;
  const why = `${details.errorInstance}\n${JSON.stringify(details.counterexample)}\nreplay: ${replay}`;
  expect(details.failed, why).toBe(false);
});
