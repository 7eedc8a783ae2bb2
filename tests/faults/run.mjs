import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

// npm run test:faults               a few minutes: what `npm test` runs
// npm run test:faults -- --long     two hours on two cores: all crash points, 10,000 schedules, 50 killed
//                                   browsers, 200 power cuts, 20 killed servers on each database
// npm run test:faults -- --replay … replays one run, with the argument that a failure prints

const { values } = parseArgs({
  options: { long: { type: "boolean" }, replay: { type: "string" } },
});

function run(command, env = {}) {
  const { status } = spawnSync(command, {
    shell: true,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status === 0;
}

const vitest = "vitest run --config tests/vitest.config.ts";
const reporters = "--reporter default --reporter ./tests/support/faults/figures.ts";
// Libraries report many of the failures that the tests cause on purpose, some of them after the
// test.
const faults = `${vitest} ${reporters} --silent passed-only`;
const model = `${faults} --project "alone-faults*"`;
const powerCuts = `${vitest} --project embedded power-cuts`;
const servers = `${vitest} --project embedded kills`;
const browsers = `${vitest} --project e2e browser-kills`;

let passed;
if (values.replay !== undefined) {
  passed = run(`${faults} --project "alone-faults-sweep*"`, { FAULTS_REPLAY: values.replay });
} else if (values.long) {
  const proven = run(`${model} --maxWorkers ${availableParallelism()}`, { FAULTS_LONG: "1" });
  const kept = run(powerCuts, { POWER_CUTS: "200" });
  const held = run(servers, { SERVER_KILLS: "20" });
  passed = run("npm run pretest") && run(browsers, { KILLS: "50" }) && proven && kept && held;
} else {
  passed = run(`${model} --maxWorkers 2`);
}
process.exitCode = passed ? 0 : 1;
