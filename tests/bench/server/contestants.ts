import { rm } from "node:fs/promises";
import {
  type Backend,
  type BackendOptions,
  freshDataDir,
  startBackend,
} from "#tests/support/backend.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { ADDRESS_HEADER } from "./people.ts";

/** A way to serve the product: one server or several, which are one to whoever calls them. */
export interface Contestant {
  name: string;
  servers: Backend[];
  /** How long each start took, in milliseconds, from the command to the first answer. */
  starts: number[];
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
    const { server, starts } = await startWarm({ dataDir, env: production(provider) });
    return {
      name: "PGlite",
      servers: [server],
      starts,
      async close() {
        await server.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  },
  PostgreSQL: async (provider) => {
    const cluster = await startPostgres({ durable: true });
    const dataDir = await freshDataDir("empty");
    const databaseUrl = await cluster.createDatabase();
    const { server, starts } = await startWarm({ dataDir, databaseUrl, env: production(provider) });
    return {
      name: "PostgreSQL",
      servers: [server],
      starts,
      async close() {
        await server.stop();
        await cluster.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  },
};

/** Starts a server once for its database, then again and again. @returns the last one, running */
async function startWarm(options: BackendOptions): Promise<{ server: Backend; starts: number[] }> {
  let server = await startBackend(options);
  const starts: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    await server.stop();
    const begun = performance.now();
    server = await startBackend(options);
    starts.push(performance.now() - begun);
  }
  return { server, starts };
}
