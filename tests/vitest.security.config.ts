import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const isLong = process.env.SECURITY_LONG !== undefined;

/** What hostile input meets. SECURITY_LONG=1 and SECURITY_REQUESTS=10000 add what takes minutes. */
export default defineConfig({
  root,
  resolve: {
    alias: { "@contracts": `${root}supabase/functions/_shared/contracts` },
  },
  test: {
    name: "security",
    globalSetup: [
      "tests/support/setup/data-templates.ts",
      "tests/support/setup/migrated-database.ts",
    ],
    include: ["tests/security/**/*.test.ts"],
    exclude: [
      // It measures, and runs alone: vitest.security-cost.config.ts.
      "tests/security/cost-to-others.test.ts",
      ...(isLong ? [] : ["tests/security/policy-removal.test.ts"]),
    ],
    maxWorkers: 3,
    testTimeout: isLong ? 3_600_000 : 300_000,
    hookTimeout: 240_000,
  },
});
