import { spawnSync } from "node:child_process";

// npm run test:security             the policies on both databases, every policy removed and opened,
//                                   10,000 hostile requests, what sign-in tells: several minutes
// SECURITY_SEED=… npm run test:security   the same requests again, as a failure names them

const { status } = spawnSync("vitest run --config tests/vitest.security-table.config.ts", {
  shell: true,
  stdio: "inherit",
  env: { ...process.env, SECURITY_LONG: "1", SECURITY_REQUESTS: "10000" },
});
process.exitCode = status === 0 ? 0 : 1;
