import { defineConfig } from "vitest/config";
import policies from "./vitest.policies.config.ts";
import security from "./vitest.security.config.ts";

/** The policies and what hostile input meets, in one run that ends with one table of figures. */
export default defineConfig({
  test: {
    projects: [policies, security],
    maxWorkers: 3,
    reporters: ["dot", "./tests/support/setup/security-table.ts"],
  },
});
