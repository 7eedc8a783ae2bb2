import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LongestFirst } from "./support/setup/longest-first.ts";
import { findPostgres } from "./support/setup/postgres.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * `npm run test:faults`, `npm run test:security` and `npm run test:night` set these. All random
 * numbers of a run come from one seed: a fixed one, but for the nightly run.
 */
const {
  FAULTS_LONG,
  FAULTS_REPLAY,
  TEST_SEED = "20260101",
  FAULTS_SEED = TEST_SEED,
  SECURITY_LONG,
} = process.env;
console.info(`Seed of this run: ${TEST_SEED}`);

/** The fault sweeps are shared among this many processes; a replay runs in one. */
const FAULT_SHARDS =
  FAULTS_REPLAY !== undefined ? 1 : FAULTS_LONG !== undefined ? availableParallelism() : 2;

// A run that proves less must not look like one that proves everything: under CI the tests that
// need PostgreSQL run, and fail without it.
const withPostgres = findPostgres() !== null || Boolean(process.env.CI);
if (!withPostgres) console.warn("No PostgreSQL 15 or later: what needs one is left out.");

const DATA_TEMPLATES = "tests/support/setup/data-templates.ts";
const SHARED_BACKENDS = "tests/support/setup/shared-backends.ts";
const MIGRATED_DATABASE = "tests/support/setup/migrated-database.ts";
/** Once: these wait for browsers, processes and models, which a busy machine can delay. */
const RETRY = { retry: 1 };
/** Loaded before the app's code: Dexie looks for IndexedDB when it is imported. */
const INDEXED_DB = "fake-indexeddb/auto";

const UNIT = [
  "src/**/*.test.{ts,tsx}",
  "sw/**/*.test.ts",
  "supabase/seed/**/*.test.ts",
  "tests/*.test.ts",
  "tests/{grounding,support}/**/*.test.ts",
];

const MINUTE = 60_000;

type Options = NonNullable<TestProjectInlineConfiguration["test"]>;

function project(
  name: string,
  include: string[],
  minutes: number,
  options: Options,
): TestProjectInlineConfiguration {
  return {
    root,
    resolve: { alias: { "@contracts": `${root}supabase/functions/_shared/contracts` } },
    test: {
      name,
      include,
      environment: "node",
      // Generous limits: they only end tests that hang, also on a slow and busy machine.
      testTimeout: minutes * MINUTE,
      env: { TEST_SEED },
      hookTimeout: Math.max(minutes, 3) * MINUTE,
      ...options,
    },
  };
}

const IN_NODE: Options = {
  globalSetup: MIGRATED_DATABASE,
  setupFiles: [
    INDEXED_DB,
    "./tests/support/setup/patience.ts",
    "./tests/support/setup/fixed-seed.ts",
  ],
  // A file's database lives for seconds: optimising its WebAssembly would cost more than it saves.
  execArgv: ["--liftoff-only"],
  expect: { poll: { timeout: 20_000 } },
};

const faults = (name: string, include: string, env: Record<string, string> = {}) =>
  project(name, [include], 120, {
    env: { TEST_SEED, ...env },
    setupFiles: [INDEXED_DB, "./tests/support/faults/page-storage.ts"],
    // Most objects that a story leaves behind are short-lived.
    execArgv: ["--max-semi-space-size=64"],
  });

/**
 * All tests, as projects: what each one is, and what it needs. `npm test` and `npm run test:rest`
 * select by project and by the tags in a file's first lines; `npm run test:night` takes those with
 * the tag `night`. The projects whose names begin with `alone` have their own commands.
 */
export default defineConfig({
  root,
  test: {
    tags: [
      { name: "rest", description: "Beside the core: in `npm run test:rest`, not in `npm test`." },
      { name: "night", description: "What only a release needs: in `npm run test:night` alone." },
      {
        name: "long",
        description: "Takes a minute or more: begun first, or it would run on alone.",
      },
    ],
    // Each file runs servers or a browser and waits for them, so three files fill two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", "./tests/support/setup/retries-reporter.ts"],
    // When a context died in a fault test, nobody is left to handle its errors.
    onUnhandledError: (error) => !/this context died/.test(error.message),
    projects: [
      // Logic, the sync engine and the mirror, in Node.
      project("unit", UNIT, 1, IN_NODE),
      // The server functions against a stand-in provider and a database in memory. Everything they
      // work with is passed to them: only loaded code outlives a file.
      project("functions", ["supabase/functions/**/*.test.ts"], 1, { ...IN_NODE, isolate: false }),
      // The embedded backend, as processes.
      project("embedded", ["supabase/embedded/**/*.test.ts"], 3, {
        ...RETRY,
        globalSetup: DATA_TEMPLATES,
        expect: { poll: { timeout: 30_000 } },
      }),
      // The recipe for a hosted project, by Supabase's own command line.
      project("hosting", ["supabase/hosting/**/*.test.ts"], 10, {
        globalSetup: MIGRATED_DATABASE,
      }),
      // Who may do what, on both databases.
      project("policies", [`tests/policies/on-${withPostgres ? "*" : "pglite"}.test.ts`], 4, {
        globalSetup: DATA_TEMPLATES,
      }),
      // Hostile input.
      project("security", ["tests/security/*.test.ts"], SECURITY_LONG === undefined ? 5 : 60, {
        globalSetup: [DATA_TEMPLATES, MIGRATED_DATABASE],
      }),
      // The built app in a real Chromium against a real backend. Files leave nothing in their
      // process that affects the next one, and loading Playwright takes a second.
      project("e2e", ["tests/e2e/**/*.test.ts"], 5, {
        ...RETRY,
        globalSetup: [DATA_TEMPLATES, SHARED_BACKENDS],
        expect: { poll: { timeout: 60_000 } },
        isolate: false,
      }),
      // Real voices in a real browser. A model takes all that a core can give, so nothing that waits
      // for a page runs beside it.
      project("speech", ["tests/speech/*.test.ts"], 5, {
        ...RETRY,
        globalSetup: DATA_TEMPLATES,
        expect: { poll: { timeout: 60_000 } },
        sequence: { groupOrder: 1 },
        maxWorkers: 1,
      }),
      // The sync contract: the real engine against crashes and a hostile network.
      faults("alone-faults", "tests/faults/*.test.ts"),
      ...Array.from({ length: FAULT_SHARDS }, (_, shard) =>
        faults(`alone-faults-sweep-${shard + 1}`, "tests/faults/sweeps/*.test.ts", {
          FAULTS_SHARD: String(shard),
          FAULTS_SHARDS: String(FAULT_SHARDS),
          FAULTS_SEED,
        }),
      ),
      project("alone-bench", ["tests/bench/device-search.ts"], 15, {}),
      project("alone-taps", ["tests/bench/taps.ts"], 5, { globalSetup: DATA_TEMPLATES }),
    ],
  },
});
