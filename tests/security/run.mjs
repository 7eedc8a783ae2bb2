import { spawnSync } from "node:child_process";

// npm run test:security             the policies on both databases, 10,000 hostile requests, what
//                                   sign-in reveals: several minutes
// SECURITY_SEED=… npm run test:security   repeats the requests of the seed that a failure names

const { status } = spawnSync(
  "vitest run --config tests/vitest.config.ts --project policies --project security",
  {
    shell: true,
    stdio: "inherit",
    env: { ...process.env, SECURITY_LONG: "1", SECURITY_REQUESTS: "10000" },
  },
);
process.exitCode = status === 0 ? 0 : 1;
