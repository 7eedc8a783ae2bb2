import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What runs in Node alone: client logic, server functions against a stand-in provider. */
export default defineConfig({
  root,
  resolve: {
    alias: { "@contracts": `${root}supabase/functions/_shared/contracts` },
  },
  test: {
    environment: "node",
    // Before anything of ours: Dexie looks for IndexedDB when it is imported.
    setupFiles: ["fake-indexeddb/auto", "./tests/support/setup/patience.ts"],
    include: [
      "src/**/*.test.{ts,tsx}",
      "supabase/functions/**/*.test.ts",
      "tests/bench/**/*.test.ts",
      "tests/seed/**/*.test.ts",
      "tests/support/**/*.test.ts",
      "tests/sync/**/*.test.ts",
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
