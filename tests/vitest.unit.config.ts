import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What runs in Node alone, but the server functions. */
export default defineConfig({
  root,
  resolve: {
    alias: { "@contracts": `${root}supabase/functions/_shared/contracts` },
  },
  test: {
    name: "unit",
    environment: "node",
    globalSetup: "tests/support/setup/migrated-database.ts",
    // Before anything of ours: Dexie looks for IndexedDB when it is imported.
    setupFiles: ["fake-indexeddb/auto", "./tests/support/setup/patience.ts"],
    include: [
      "supabase/embedded/**/*.test.ts",
      "src/**/*.test.{ts,tsx}",
      "tests/bench/**/*.test.ts",
      "tests/growth/**/*.test.ts",
      "supabase/seed/manuals/**/*.test.ts",
      "tests/support/**/*.test.ts",
      "tests/sync/**/*.test.ts",
    ],
    // A file's database lives for seconds: optimising its WebAssembly costs more than it brings.
    execArgv: ["--liftoff-only"],
    // Without it, a machine with two cores would use one.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
