import { defineConfig } from "vitest/config";
import browser from "./vitest.browser.config.ts";
import budget from "./vitest.budget.config.ts";
import e2e from "./vitest.e2e.config.ts";

/** Nothing that a person made is lost, sent twice or seen by another one; each agent answers. */
const CORE = [
  "agents-network",
  "browser-kills",
  "citations",
  "suspension",
  "sync-*",
  "voice-accounts",
  "voice-killed",
  "voice-offline",
  "voice-online",
];

/** The browser tests for every day, which two cores run in minutes; `test:browser` runs all. */
export default defineConfig({
  test: {
    ...browser.test,
    projects: [
      budget,
      { ...e2e, test: { ...e2e.test, include: CORE.map((name) => `tests/e2e/${name}.test.ts`) } },
    ],
  },
});
