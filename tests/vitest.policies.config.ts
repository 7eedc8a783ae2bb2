import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { findPostgres } from "./support/setup/postgres.mjs";

// A run that proves less must not look like one that proves all: under CI its absence fails.
const withPostgres = findPostgres() !== null || Boolean(process.env.CI);
if (!withPostgres) {
  console.warn(
    "No PostgreSQL server, version 15 or later: the policies are checked on PGlite only.",
  );
}

const root = fileURLToPath(new URL("..", import.meta.url));

export default defineConfig({
  root,
  test: {
    name: "policies",
    globalSetup: "tests/support/setup/data-templates.ts",
    include: [`tests/policies/on-${withPostgres ? "*" : "pglite"}.test.ts`],
    // The two wait for their backends most of the time, also on a machine with two cores.
    maxWorkers: 3,
    // Starting a backend and peopling it, on a machine that does other things too.
    hookTimeout: 240_000,
    testTimeout: 120_000,
  },
});
