import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Backend, startBackend } from "./backend.ts";

/** Servers before one PostgreSQL database and one store of files, each with processes of its own. */
export type Servers = Awaited<ReturnType<typeof startServers>>;

/**
 * Starts several servers as a deployment with more than one has them: they share nothing but
 * `databaseUrl`, of which the first one to come makes the schema, and the files, which are in a
 * temporary `STORAGE_DIR` unless `env` names an object store.
 * @param options.atOnce whether they start at the same moment; else one after the other
 */
export async function startServers(
  count: number,
  options: { databaseUrl: string; env?: Record<string, string>; atOnce?: boolean },
) {
  const { databaseUrl, env = {}, atOnce = false } = options;
  const directory = await mkdtemp(join(tmpdir(), "field-agents-servers-"));
  const storage = env.STORAGE_S3_ENDPOINT ? {} : { STORAGE_DIR: join(directory, "files") };
  const servers: Backend[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(directory, { recursive: true, force: true });
  };
  const start = async (number: number) => {
    const dataDir = join(directory, `server-${number}`);
    servers.push(await startBackend({ databaseUrl, dataDir, env: { ...storage, ...env } }));
  };
  try {
    const numbers = Array.from({ length: count }, (_, number) => number);
    if (atOnce) {
      const started = await Promise.allSettled(numbers.map(start));
      for (const outcome of started) if (outcome.status === "rejected") throw outcome.reason;
    } else {
      for (const number of numbers) await start(number);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    /** Each has its own port and data directory. */
    servers,
    /** Stops those that run, and removes what they kept. */
    stop,
  };
}
