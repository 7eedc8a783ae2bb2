import { defineConfig, type ViteUserConfig } from "vitest/config";
import browser from "./vitest.browser.config.ts";
import budget from "./vitest.budget.config.ts";
import e2e from "./vitest.e2e.config.ts";
import embedded from "./vitest.embedded.config.ts";
import functions from "./vitest.functions.config.ts";
import policies from "./vitest.policies.config.ts";
import unit from "./vitest.unit.config.ts";

/** Nothing that a person made is lost, sent twice or seen by another one; each agent answers. */
const IN_BROWSERS = [
  "agents-network",
  "browser-kills",
  "citations",
  "suspension",
  "sync-*",
  "voice-accounts",
  "voice-offline",
];

/** Who may what, where a backend runs for it. How one starts, stops and ends is not of every day. */
const OF_BACKENDS = ["access", "factor-codes", "factors", "headers", "session-tokens"];

/** What no change may break, in minutes on two cores; `test:all` runs every test. */
export default defineConfig({
  test: {
    ...browser.test,
    projects: [
      only(policies, ["tests/policies/on-pglite.test.ts"]),
      functions,
      unit,
      only(embedded, namesIn("embedded", OF_BACKENDS)),
      budget,
      only(e2e, namesIn("e2e", IN_BROWSERS)),
    ],
  },
});

function only(config: ViteUserConfig, include: string[]) {
  return { ...config, test: { ...config.test, include } };
}

function namesIn(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `tests/${folder}/${name}.test.ts`);
}
