import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The built app in a real Chromium against a real backend. */
export default defineConfig({
  root,
  resolve: {
    alias: { "@contracts": `${root}supabase/functions/_shared/contracts` },
  },
  test: {
    environment: "node",
    include: ["tests/e2e/**/*.test.ts"],
    // Generous: they end what hangs, on a slow machine that does other things too.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Each file runs a browser, a database and a provider: two of them fill two cores.
    maxWorkers: 2,
  },
});
