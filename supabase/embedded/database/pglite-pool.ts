import type { PostgresPool as KyselyPool } from "kysely";
import pg from "pg";
import {
  ADMIN_SHUTDOWN,
  QUERY_CANCELED,
} from "#supabase/functions/_shared/contracts/database-code.ts";
import { PgliteProcess, PgliteStream } from "./pglite-process.ts";
import { createPool, ignoreLoss, PostgresSession } from "./postgres-session.ts";
import { PostgresTypes } from "./postgres-types.ts";

/** How long running statements may take when the pool closes, in milliseconds. */
const GRACE = 1000;

/**
 * The only session of an embedded database; one user at a time holds it.
 *
 * PGlite cannot cancel a running statement, so the pool kills the process when a statement runs too
 * long. The statement fails with PostgreSQL's error for a timeout, and so does everything else that
 * was to run in that session. Users who wait for the session are served by the next process, which
 * has all committed data.
 */
export class PglitePool {
  readonly #process: PgliteProcess;
  readonly #types = new PostgresTypes();
  readonly #pool: pg.Pool;
  /** Who is called with the notifications of each channel. */
  readonly #listeners = new Map<string, (notification: string) => void>();

  constructor(directory: string) {
    this.#process = new PgliteProcess(directory);
    const config: pg.PoolConfig = {
      stream: () => new PgliteStream(this.#process),
      user: "postgres",
      database: "postgres",
      max: 1,
    };
    this.#pool = createPool(config, this.#types, async (client) => {
      client.on("notification", ({ channel, payload }) => {
        this.#listeners.get(channel)?.(payload ?? "");
      });
      for (const channel of this.#listeners.keys()) await listenTo(client, channel);
    });
    this.#pool.on("remove", () => {
      // Starts the next process now, so that the next user does not wait for its start.
      if (!this.#pool.ending) this.#pool.connect().then((client) => client.release(), ignoreLoss);
    });
  }

  /** The same session with a time limit for each statement, in milliseconds. */
  limited(limit: number): KyselyPool {
    return { connect: () => this.#connect(limit), end: () => this.end() };
  }

  /** Also after the database was started again. The only session notifies itself. */
  async listen(channel: string, heard: (notification: string) => void): Promise<void> {
    this.#listeners.set(channel, heard);
    const client = await this.#pool.connect();
    try {
      await listenTo(client, channel);
    } finally {
      client.release();
    }
  }

  async #connect(limit: number): Promise<PostgresSession> {
    const client = await this.#pool.connect();
    return new PostgresSession(client, this.#types, { limited: this.#limitedBy(limit) });
  }

  /**
   * Runs the statements of one user. When one takes longer than `limit` milliseconds, the process is killed,
   * and that statement and all later ones fail.
   */
  #limitedBy(limit: number): <T>(statement: () => Promise<T>) => Promise<T> {
    /** Why the session can no longer be used; undefined while it can. */
    let lost: Error | undefined;
    const end = () => {
      lost = withState(QUERY_CANCELED, "canceling statement due to statement timeout");
      console.error(
        `A statement took longer than ${limit} ms: the database ends, and is started again.`,
      );
      this.#process.kill();
    };
    return async (statement) => {
      if (lost) throw lost;
      const timer = Number.isFinite(limit) ? setTimeout(end, limit) : undefined;
      try {
        return await statement();
      } catch (error) {
        if (lost === undefined) {
          if (error instanceof pg.DatabaseError || this.#process.isRunning) throw error;
          lost = withState(ADMIN_SHUTDOWN, "The database was started again");
        }
        throw lost;
      } finally {
        clearTimeout(timer);
      }
    };
  }

  /** Closes the session when it is free, or after a second. */
  async end(): Promise<void> {
    const killing = setTimeout(() => this.#process.kill(), GRACE);
    await this.#pool.end();
    clearTimeout(killing);
    await this.#process.stop();
  }
}

async function listenTo(client: pg.ClientBase, channel: string): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
}

function withState(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
