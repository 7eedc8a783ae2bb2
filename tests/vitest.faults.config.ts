import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The schedules' seed is another one at each run: in time, all of them are tried. */
const { FAULTS_LONG, FAULTS_REPLAY, FAULTS_SEED = String(Date.now() % 2 ** 31) } = process.env;
const isLong = FAULTS_LONG !== undefined;
const isReplay = FAULTS_REPLAY !== undefined;
/** The sweeps are shared out over so many processes; a replay is played by one. */
const SHARDS = isReplay ? 1 : isLong ? availableParallelism() : 2;

function project(
  name: string,
  include: string,
  env: Record<string, string>,
): TestProjectInlineConfiguration {
  return {
    root,
    resolve: {
      alias: { "@contracts": `${root}supabase/functions/_shared/contracts` },
    },
    test: {
      name,
      include: [include],
      env,
      environment: "node",
      // Before anything of ours: Dexie looks for IndexedDB when it is imported.
      setupFiles: ["fake-indexeddb/auto", "tests/support/faults/setup-storage.ts"],
      testTimeout: 7_200_000,
      // Most of what a story leaves behind is young garbage.
      execArgv: ["--max-semi-space-size=64"],
    },
  };
}

/**
 * The model tests of the sync contract: the real engine against crashes and a hostile network.
 * FAULTS_LONG=1 plays all of it, FAULTS_REPLAY one story: `npm run test:faults` sets them.
 */
export default defineConfig({
  root,
  test: {
    globalSetup: ["tests/support/faults/print-figures.ts"],
    maxWorkers: SHARDS,
    // Libraries complain of much that goes wrong here on purpose, some of it late.
    silent: "passed-only",
    // A context that died has nobody left to hear what failed in it.
    onUnhandledError: (error) => !/this context died/.test(error.message),
    projects: [
      ...(isReplay ? [] : [project("cases", "tests/faults/*.test.ts", {})]),
      ...Array.from({ length: SHARDS }, (_, shard) =>
        project(`sweep ${shard + 1}`, "tests/faults/sweeps/*.test.ts", {
          FAULTS_SHARD: String(shard),
          FAULTS_SHARDS: String(SHARDS),
          FAULTS_SEED,
        }),
      ),
    ],
  },
});
