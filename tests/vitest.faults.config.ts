import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The model tests of the sync contract: the real engine against crashes and a hostile network. */
export default defineConfig({
  root,
  resolve: {
    alias: { "@contracts": `${root}supabase/functions/_shared/contracts` },
  },
  test: {
    environment: "node",
    // Before anything of ours: Dexie looks for IndexedDB when it is imported.
    setupFiles: ["fake-indexeddb/auto"],
    include: ["tests/faults/**/*.test.ts"],
    testTimeout: 600_000,
    maxWorkers: 1,
    // A context that died has nobody left to hear what failed in it.
    onUnhandledError: (error) =>
      !/this context died|DatabaseClosedError|AbortError/.test(`${error.name} ${error.message}`),
  },
});
