import { defineConfig } from "vitest/config";
import security from "./vitest.security.config.ts";

/** What one person's abuse costs the others: measured, so nothing else runs beside it. */
export default defineConfig({
  ...security,
  test: {
    ...security.test,
    include: ["tests/security/cost-to-others.test.ts"],
    exclude: [],
    maxWorkers: 1,
    testTimeout: 600_000,
    reporters: ["dot", "./tests/support/setup/security-table.ts"],
  },
});
