// @module-tag rest

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cut, type Losses, type Recording, record } from "#tests/support/power-cuts/run.ts";

/** POWER_CUTS=200 simulates more of them; POWER_CUTS_SEED repeats those of a failure. */
const CUTS = Number(process.env.POWER_CUTS ?? 40);
const SEED = Number(process.env.POWER_CUTS_SEED ?? Date.now() % 100_000);
/** How many processes simulate them. */
const SHARDS = 2;

let folder: string;
let recording: Recording;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "field-agents-"));
  recording = await record(folder, SEED);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The cuts that lost something, as texts that tell how to repeat them. */
function inWords(losses: Losses): string[] {
  return [...losses]
    .filter(([, lost]) => lost.length > 0)
    .map(([number, lost]) => `POWER_CUTS_SEED=${SEED}, cut ${number}: ${lost.join(", ")}`);
}

test(`after each of ${CUTS} power cuts, all acknowledged data is on the disk`, {
  timeout: 20_000 * CUTS,
}, async () => {
  const count = Math.ceil(CUTS / SHARDS);
  const played = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      cut(recording, { seed: SEED, first: shard * count, count }),
    ),
  );
  expect(played.reduce((sum, losses) => sum + losses.size, 0)).toBeGreaterThanOrEqual(CUTS);
  expect(played.flatMap(inWords)).toEqual([]);
});

test("the same power cuts lose data if nothing is synced", async () => {
  const losses = await cut(recording, { seed: SEED, first: 0, count: 8, withoutSyncs: true });
  expect(inWords(losses).length).toBeGreaterThan(0);
});
