import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Backend, freshDataDir, signIn, startBackend } from "#tests/support/backend.ts";
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

/**
 * Starts a backend on PGlite, or on the PostgreSQL database of that URL, and fills it with the
 * people.
 */
export async function startWorld(databaseUrl?: string): Promise<World> {
  const dataDir = databaseUrl
    ? await mkdtemp(join(tmpdir(), "field-agents-policies-"))
    : await freshDataDir();
  const removeDataDir = () => rm(dataDir, { recursive: true, force: true });
  let backend: Backend | undefined;
  try {
    const database = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
    const ids = await createAccounts({ DATA_DIR: dataDir, DEMO: "0", ...database });
    // A time zone far from UTC: answers must not depend on the zone of the server.
    backend = await startBackend({
      dataDir,
      env: {
        DEMO: "0",
        TZ: "Pacific/Kiritimati",
        CLIENT_ADDRESS_HEADER: CLIENT_ADDRESS_HEADER,
        ...database,
      },
    });
    const started = backend;
    const world = await furnish(ids, {
      send: (as, method, path, options) => send(started, as, method, path, options),
      signIn: async (email) => (await signIn(started, email, PASSWORD)).accessToken,
    });
    return {
      ...world,
      backend,
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
