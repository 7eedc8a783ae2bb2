import { defineConfig } from "vitest/config";
import { LongestFirst } from "./support/setup/longest-first.ts";
import budget from "./vitest.budget.config.ts";
import e2e from "./vitest.e2e.config.ts";

/** All that needs a browser, in one run. */
export default defineConfig({
  test: {
    projects: [budget, e2e],
    // Each file runs a browser, a database and a provider, and waits for them: three fill two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
