import { spawnSync } from "node:child_process";

// npm run test:security             the policies on both databases,
//                                   10,000 hostile requests, what sign-in reveals: several minutes;
//                                   then what abuses cost others, on both databases: ten minutes
// SECURITY_SEED=… npm run test:security   repeats the requests of the seed that a failure names
// npm run vitest -- --project alone-cost -t PGlite   only the abuses, on one database

/** @param {string} what @param {Record<string, string>} env @returns {boolean} whether all passed */
function run(what, env = {}) {
  const { status } = spawnSync(`vitest run --config tests/vitest.config.ts ${what}`, {
    shell: true,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status === 0;
}

const whole = run("--project policies --project security", {
  SECURITY_LONG: "1",
  SECURITY_REQUESTS: "10000",
});
const fair = run("--project alone-cost --maxWorkers 1");
process.exitCode = whole && fair ? 0 : 1;
