import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

// npm run test:faults               a few minutes: what `npm test` runs
// npm run test:faults -- --long     all crash points, 10,000 schedules, 50 killed browsers, 200 power
//                                   cuts: an hour
// npm run test:faults -- --replay … one story again, as a failure prints it

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

const model = "vitest run --config tests/vitest.faults.config.ts";
const powerCuts = "vitest run --config tests/vitest.embedded.config.ts power-cuts";
const browsers = "vitest run --config tests/vitest.e2e.config.ts browser-kills";

let passed;
if (values.replay !== undefined) {
  passed = run(model, { FAULTS_REPLAY: values.replay });
} else if (values.long) {
  const proven = run(model, { FAULTS_LONG: "1" });
  const kept = run(powerCuts, { POWER_CUTS: "200" });
  passed = run("npm run pretest") && run(browsers, { KILLS: "50" }) && proven && kept;
} else {
  passed = run(model);
}
process.exitCode = passed ? 0 : 1;
