import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import {
  ADMIN_SHUTDOWN,
  QUERY_CANCELED,
} from "#supabase/functions/_shared/contracts/database-code.ts";
import { endWithin, NODE_MODULES, startDeno } from "../functions/deno-child.ts";
import { EMBEDDED_POSTGRES_MAJOR } from "../setup/data-directory.ts";
import { connectionOver, type Database, transactionOver } from "./database.ts";
import { PgliteStream } from "./pglite-stream.ts";
import { createPool, ignoreLoss, PostgresSession } from "./postgres-session.ts";
import { PostgresTypes } from "./postgres-types.ts";

const script = fileURLToPath(new URL("./pglite-child.ts", import.meta.url));

/** How long each statement of a request may take, in milliseconds. */
const REQUEST_LIMIT = 10_000;
/** How long running statements may take when the database closes, in milliseconds. */
const GRACE = 1000;
/** How long the process may take to save its data when it is asked to end, in milliseconds. */
const PATIENCE = 5000;

/**
 * Opens the database in `directory`, in a process beside this one, and creates it if it is missing. PGlite
 * cannot cancel a running statement, so the process is killed when a statement of a request runs too long:
 * everything in that session fails, and users who wait are served by the next process.
 */
export async function openEmbeddedDatabase(directory: string): Promise<Database> {
  let running: Deno.ChildProcess | undefined;
  /** Settles when the last started process has ended. */
  let ended: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  /** Who is called with the notifications of each channel. */
  const listeners = new Map<string, (notification: string) => void>();

  /** Starts a process when the previous one has ended. */
  async function start(): Promise<Deno.ChildProcess> {
    await ended;
    if (isClosed) throw new Error("The database is closed.");
    const around = dirname(directory);
    const child = startDeno({
      permissions: [
        `--allow-read=${around},${dirname(script)},${NODE_MODULES}`,
        ...[`--allow-write=${around}`, "--allow-env"],
      ],
      ...{ script, args: [directory], env: {} },
    });
    running = child;
    ended = child.status.then(() => {
      running = undefined;
    });
    return child;
  }

  const types = new PostgresTypes();
  const config: pg.PoolConfig = {
    stream: () => new PgliteStream(start),
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

  /**
   * Runs the statements of one user. When one takes too long, the process is killed, and that statement and
   * all later ones fail.
   */
  function limitStatements(): <T>(statement: () => Promise<T>) => Promise<T> {
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
      running?.kill("SIGKILL");
    };
    return async (statement) => {
      if (lost) throw lost;
      const timer = setTimeout(end, REQUEST_LIMIT);
      try {
        return await statement();
      } catch (error) {
        if (lost === undefined) {
          if (error instanceof pg.DatabaseError || running !== undefined) throw error;
          lose(ADMIN_SHUTDOWN, "The database was started again");
        }
        throw lost;
      } finally {
        clearTimeout(timer);
      }
    };
  }

  const connect = async (limited?: ReturnType<typeof limitStatements>) =>
    new PostgresSession(await pool.connect(), types, { ...(limited && { limited }) });
  /** Closes the session when it is free, or after a second. */
  const end = async () => {
    const killing = setTimeout(() => running?.kill("SIGKILL"), GRACE);
    await pool.end();
    clearTimeout(killing);
    isClosed = true;
    if (running) await endWithin(running, PATIENCE);
  };
  const unlimited = new PostgresDialect({ pool: { connect: () => connect(), end } });
  const transaction = transactionOver(new Kysely({ dialect: unlimited }));
  try {
    await transaction((tx) => tx.query("select"));
    const major = (await readFile(join(directory, "PG_VERSION"), "utf8")).trim();
    if (major !== String(EMBEDDED_POSTGRES_MAJOR)) {
      throw new Error(`PGlite runs PostgreSQL ${major}, expected ${EMBEDDED_POSTGRES_MAJOR}`);
    }
    return {
      connection: await connectionOver({ connect: () => connect(limitStatements()), end }),
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
