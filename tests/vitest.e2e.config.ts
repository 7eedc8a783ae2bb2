import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./support/setup/longest-first.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The built app in a real Chromium against a real backend. */
export default defineConfig({
  root,
  resolve: {
    alias: { "@contracts": `${root}supabase/functions/_shared/contracts` },
  },
  test: {
    name: "e2e",
    environment: "node",
    globalSetup: "tests/support/setup/data-templates.ts",
    include: ["tests/e2e/**/*.test.ts"],
    // Generous: they end what hangs, on a slow machine that does other things too.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Each file runs a browser, a database and a provider, and waits for them: three fill two cores.
    maxWorkers: 3,
    // What a file leaves in its process is nothing to the next, and Playwright takes a second to load.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
