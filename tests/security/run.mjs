import { spawnSync } from "node:child_process";

// npm run test:security             the policies on both databases, every policy removed and opened,
//                                   10,000 hostile requests, what sign-in tells: several minutes;
//                                   then what abuses cost others, on both databases: ten minutes more
// SECURITY_SEED=… npm run test:security   the same requests again, as a failure names them
// vitest run --config tests/vitest.security-cost.config.ts -t PGlite   the abuses alone, on one database

/** @param {string} config @param {Record<string, string>} env @returns {boolean} whether all passed */
function run(config, env = {}) {
  const { status } = spawnSync(`vitest run --config tests/${config}`, {
    shell: true,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status === 0;
}

const whole = run("vitest.security-table.config.ts", {
  SECURITY_LONG: "1",
  SECURITY_REQUESTS: "10000",
});
const fair = run("vitest.security-cost.config.ts");
process.exitCode = whole && fair ? 0 : 1;
