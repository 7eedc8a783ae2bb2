// @ts-check
// npm run test:night: what a release needs and a change does not. Each step runs, also after one has
// failed; the table at the end is what the changelog of a release quotes. All random numbers come
// from a new seed; TEST_SEED=… npm run test:night repeats the run that printed it.
import { spawnSync } from "node:child_process";

const seed = process.env.TEST_SEED ?? String(Date.now() % 2 ** 31);
const vitest = "vitest run --config tests/vitest.config.ts";
const servers = ["embedded", "hosting", "e2e", "speech"].map((name) => `--project ${name}`);

/** @type {[what: string, command: string][]} */
const STEPS = [
  [
    "hosting, restored databases, large text, speech",
    `${vitest} ${servers.join(" ")} --tags-filter night`,
  ],
  ["long faults, kills and power cuts", "node tests/faults/run.mjs --long"],
  ["both databases, hostile requests", "node tests/security/run.mjs"],
  ["every page on all screens", `TOUR_SCREENS=all ${vitest} --project e2e tests/e2e/tour-`],
  ["taps", "npm run bench:taps"],
];

console.log(`Seed of the night: ${seed}`);
const rows = STEPS.map(([what, command]) => {
  const start = performance.now();
  const { status } = spawnSync(command, {
    shell: true,
    stdio: "inherit",
    env: { ...process.env, TEST_SEED: seed },
  });
  const minutes = Math.round((performance.now() - start) / 6000) / 10;
  return { what, passed: status === 0, minutes };
});
console.log(`\nThe night of ${new Date().toISOString().slice(0, 10)}, seed ${seed}`);
console.table(rows);
process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1;
