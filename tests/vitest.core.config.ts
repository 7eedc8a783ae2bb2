import { defineConfig, type ViteUserConfig } from "vitest/config";
import { CORE } from "./core.ts";
import browser from "./vitest.browser.config.ts";
import budget from "./vitest.budget.config.ts";
import e2e from "./vitest.e2e.config.ts";
import embedded from "./vitest.embedded.config.ts";
import functions from "./vitest.functions.config.ts";
import policies from "./vitest.policies.config.ts";
import unit from "./vitest.unit.config.ts";

/** What no change may break, in minutes on two cores; the rest is in `vitest.rest.config.ts`. */
export default defineConfig({
  test: {
    ...browser.test,
    projects: [
      only(policies, CORE.policies),
      functions,
      unit,
      only(embedded, CORE.embedded),
      budget,
      only(e2e, CORE.e2e),
    ],
  },
});

function only(config: ViteUserConfig, include: string[]) {
  return { ...config, test: { ...config.test, include } };
}
