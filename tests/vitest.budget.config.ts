import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What the built app weighs, as a real Chromium loads it from a real backend. */
export default defineConfig({
  root,
  resolve: {
    alias: { "@contracts": `${root}supabase/functions/_shared/contracts` },
  },
  test: {
    name: "budget",
    environment: "node",
    globalSetup: "tests/support/setup/data-templates.ts",
    include: ["tests/e2e/**/*.test.ts"],
    // Generous: they end what hangs, on a slow machine that does other things too.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    maxWorkers: 3,
  },
});
