import { defineConfig } from "vitest/config";
import { LongestFirst } from "./support/setup/longest-first.ts";
import embedded from "./vitest.embedded.config.ts";
import functions from "./vitest.functions.config.ts";
import policies from "./vitest.policies.config.ts";
import security from "./vitest.security.config.ts";
import unit from "./vitest.unit.config.ts";

/** All that needs no browser, in one run: some of it computes while the rest waits for servers. */
export default defineConfig({
  test: {
    projects: [policies, security, embedded, functions, unit],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
