import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Backend, freshDataDir, startBackend } from "#tests/support/backend.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { startServers } from "#tests/support/servers.ts";
import { ADDRESS_HEADER } from "./people.ts";

/** A way to serve the product: one server or several, which are one to whoever calls them. */
export interface Contestant {
  name: string;
  servers: Backend[];
  /** How long each start took, in milliseconds, from the command to the first answer. */
  starts: number[];
  /** PostgreSQL, where that is its database; else absent. */
  databaseUrl?: string;
  close(): Promise<void>;
}

export type Opening = (provider: string) => Promise<Contestant>;

/** How often a server with its database is started to time it. */
const STARTS = 3;

/** As in production, behind a proxy that tells addresses; what is logged is what went wrong. */
const production = (provider: string): Record<string, string> => ({
  DEMO: "0",
  SUPER_ADMIN_EMAIL: "owner@bench.example",
  SUPER_ADMIN_PASSWORD: "a long first password",
  LOG_LEVEL: "error",
  CLIENT_ADDRESS_HEADER: ADDRESS_HEADER,
  OPENAI_BASE_URL: provider,
  AI_TRANSCRIBE: "provider",
  // V8 optimises the database's code, which tests of some seconds do without.
  DENO_V8_FLAGS: "--no-liftoff-only",
});

/** Every way; another one is added here. */
export const OPENINGS: Record<string, Opening> = {
  PGlite: async (provider) => {
    const dataDir = await freshDataDir("empty");
    const env = production(provider);
    const { running, starts } = await startWarm(() => startBackend({ dataDir, env }));
    return {
      name: "PGlite",
      servers: [running],
      starts,
      async close() {
        await running.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  },
  PostgreSQL: async (provider) => {
    const cluster = await startPostgres({ durable: true });
    const dataDir = await freshDataDir("empty");
    const databaseUrl = await cluster.createDatabase();
    const options = { dataDir, databaseUrl, env: production(provider) };
    const { running, starts } = await startWarm(() => startBackend(options));
    return {
      name: "PostgreSQL",
      servers: [running],
      starts,
      databaseUrl,
      async close() {
        await running.stop();
        await cluster.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  },
  "two servers": async (provider) => {
    const cluster = await startPostgres({ durable: true });
    const files = await mkdtemp(join(tmpdir(), "field-agents-bench-files-"));
    const databaseUrl = await cluster.createDatabase();
    const options = { databaseUrl, env: { ...production(provider), STORAGE_DIR: files } };
    const { running, starts } = await startWarm(() => startServers(2, options));
    return {
      name: "two servers",
      servers: running.servers,
      starts,
      async close() {
        await running.stop();
        await cluster.stop();
        await rm(files, { recursive: true, force: true });
      },
    };
  },
};

/**
 * Starts what serves a database once for that database, then again and again.
 * @returns what was started last, running, and how long each start took, in milliseconds
 */
async function startWarm<Running extends { stop(): Promise<unknown> }>(
  start: () => Promise<Running>,
): Promise<{ running: Running; starts: number[] }> {
  let running = await start();
  const starts: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    await running.stop();
    const begun = performance.now();
    running = await start();
    starts.push(performance.now() - begun);
  }
  return { running, starts };
}
