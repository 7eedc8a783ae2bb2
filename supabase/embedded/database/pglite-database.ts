import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import {
  ADMIN_SHUTDOWN,
  QUERY_CANCELED,
} from "#supabase/functions/_shared/contracts/database-code.ts";
import { EMBEDDED_POSTGRES_MAJOR } from "../setup/data-directory.ts";
import { connectionOver, type Database, transactionOver } from "./database.ts";
import { PgliteProcess, PgliteStream } from "./pglite-process.ts";
import { createPool, ignoreLoss, PostgresSession } from "./postgres-session.ts";
import { PostgresTypes } from "./postgres-types.ts";

/** How long each statement of a request may take, in milliseconds. */
const REQUEST_LIMIT = 10_000;
/** How long running statements may take when the database closes, in milliseconds. */
const GRACE = 1000;

/**
 * Opens the database in `directory`, in a process beside this one, and creates it if it is missing. PGlite
 * cannot cancel a running statement, so the process is killed when a statement of a request runs too long:
 * everything in that session fails, and users who wait are served by the next process.
 */
export async function openEmbeddedDatabase(directory: string): Promise<Database> {
  const process = new PgliteProcess(directory);
  const types = new PostgresTypes();
  /** Who is called with the notifications of each channel. */
  const listeners = new Map<string, (notification: string) => void>();
  const config: pg.PoolConfig = {
    stream: () => new PgliteStream(process),
    ...{ user: "postgres", database: "postgres", max: 1 },
  };
  const pool = createPool(config, types, async (client) => {
    client.on("notification", ({ channel, payload }) => listeners.get(channel)?.(payload ?? ""));
    for (const channel of listeners.keys()) await listenTo(client, channel);
  });
  pool.on("remove", () => {
    // Starts the next process now, so that the next user does not wait for its start.
    if (!pool.ending) pool.connect().then((client) => client.release(), ignoreLoss);
  });
  const connect = async () =>
    new PostgresSession(await pool.connect(), types, { limited: limitStatements(process) });
  /** Closes the session when it is free, or after a second. */
  const end = async () => {
    const killing = setTimeout(() => process.kill(), GRACE);
    await pool.end();
    clearTimeout(killing);
    await process.stop();
  };
  const unlimited = {
    connect: async () => new PostgresSession(await pool.connect(), types, {}),
    end,
  };
  const transaction = transactionOver(
    new Kysely({ dialect: new PostgresDialect({ pool: unlimited }) }),
  );
  try {
    await transaction((tx) => tx.query("select"));
    const major = (await readFile(join(directory, "PG_VERSION"), "utf8")).trim();
    if (major !== String(EMBEDDED_POSTGRES_MAJOR)) {
      throw new Error(`PGlite runs PostgreSQL ${major}, expected ${EMBEDDED_POSTGRES_MAJOR}`);
    }
    return {
      connection: await connectionOver({ connect, end }),
      transaction,
      // Also after the database was started again. The only session notifies itself.
      async listen(channel, heard) {
        listeners.set(channel, heard);
        const client = await pool.connect();
        await listenTo(client, channel).finally(() => client.release());
      },
      close: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function listenTo(client: pg.ClientBase, channel: string): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
}

/**
 * Runs the statements of one user. When one takes too long, the process is killed, and that statement and
 * all later ones fail.
 */
function limitStatements(process: PgliteProcess): <T>(statement: () => Promise<T>) => Promise<T> {
  /** Why the session can no longer be used; undefined while it can. */
  let lost: Error | undefined;
  const lose = (code: string, message: string) => {
    lost = Object.assign(new Error(message), { code });
  };
  const end = () => {
    lose(QUERY_CANCELED, "canceling statement due to statement timeout");
    console.error(
      `A statement took longer than ${REQUEST_LIMIT} ms: the database ends, and is started again.`,
    );
    process.kill();
  };
  return async (statement) => {
    if (lost) throw lost;
    const timer = setTimeout(end, REQUEST_LIMIT);
    try {
      return await statement();
    } catch (error) {
      if (lost === undefined) {
        if (error instanceof pg.DatabaseError || process.isRunning) throw error;
        lose(ADMIN_SHUTDOWN, "The database was started again");
      }
      throw lost;
    } finally {
      clearTimeout(timer);
    }
  };
}
