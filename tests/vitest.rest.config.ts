import { defineConfig, type ViteUserConfig } from "vitest/config";
import { CORE } from "./core.ts";
import browser from "./vitest.browser.config.ts";
import e2e from "./vitest.e2e.config.ts";
import embedded from "./vitest.embedded.config.ts";
import policies from "./vitest.policies.config.ts";
import security from "./vitest.security.config.ts";

/** Everything beside the core. */
export default defineConfig({
  test: {
    ...browser.test,
    projects: [
      without(policies, CORE.policies),
      security,
      without(embedded, CORE.embedded),
      without(e2e, CORE.e2e),
    ],
  },
});

function without(config: ViteUserConfig, exclude: string[]) {
  return { ...config, test: { ...config.test, exclude } };
}
