import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Backend,
  freshDataDir,
  type Place,
  signIn,
  startBackend,
} from "#tests/support/backend.ts";
import { createAccounts, PASSWORD } from "./fixtures.ts";
import { furnish, type PeopledWorld } from "./peopled-world.ts";
import { send } from "./rest.ts";

/**
 * The header in which a request may name its client's address; without it, this machine's address
 * counts.
 */
export const CLIENT_ADDRESS_HEADER = "x-forwarded-for";

/**
 * A backend with two companies, people in every role and state, and a row of every table for each.
 */
export interface World extends PeopledWorld {
  backend: Backend;
  stop(): Promise<void>;
}

interface Start {
  /** Absent: on PGlite. */
  databaseUrl?: string;
  /**
   * Takes the filled world elsewhere while no backend runs, and answers where; the requests go to a
   * backend that is started there.
   */
  carry?: (from: Place) => Promise<Place>;
  env?: Record<string, string>;
}

/** Starts a backend, and fills it with the people. */
export async function startWorld({ databaseUrl, carry, env: more }: Start = {}): Promise<World> {
  const dataDir = databaseUrl
    ? await mkdtemp(join(tmpdir(), "field-agents-policies-"))
    : await freshDataDir();
  const removeDataDir = () => rm(dataDir, { recursive: true, force: true });
  const env = {
    ...{ DEMO: "0", CLIENT_ADDRESS_HEADER },
    // A time zone far from UTC: answers must not depend on the zone of the server.
    TZ: "Pacific/Kiritimati",
    // Thousands of requests are worth optimising the database's WebAssembly.
    DENO_V8_FLAGS: "--no-liftoff-only",
    ...more,
  };
  let backend: Backend | undefined;
  try {
    let started = await startBackend({ dataDir, env, ...(databaseUrl && { databaseUrl }) });
    backend = started;
    const world = await furnish(await createAccounts(started), {
      send: (as, method, path, options) => send(started, as, method, path, options),
      signIn: async (email) => (await signIn(started, email, PASSWORD)).accessToken,
    });
    if (carry) {
      await started.stop();
      started = await startBackend({
        ...(await carry({ dataDir, ...(databaseUrl && { databaseUrl }) })),
        env,
      });
      backend = started;
    }
    return {
      ...world,
      backend: started,
      async stop() {
        await started.stop();
        await removeDataDir();
      },
    };
  } catch (error) {
    await backend?.stop();
    await removeDataDir();
    throw error;
  }
}
