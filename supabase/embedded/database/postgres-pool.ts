import type { PostgresPool as KyselyPool } from "kysely";
import pg from "pg";
import { LOCK_NOT_AVAILABLE } from "#supabase/functions/_shared/contracts/database-code.ts";
import { inTime } from "../setup/in-time.ts";
import { createPool, ignoreLoss, PostgresSession } from "./postgres-session.ts";
import { PostgresTypes } from "./postgres-types.ts";

/** How long connecting to the server may take, in milliseconds. */
export const CONNECT_LIMIT = 8000;
const LARGEST_POOL = 10;
const KEEP_ALIVE_DELAY = 60_000;
/**
 * Even a working connection is closed after this long, in seconds, to free what its session has
 * accumulated.
 */
const LONGEST_LIFE = 45 * 60;
/**
 * Time limits of a request: for one statement, for waiting for a lock, and for the pause between
 * two statements of a transaction. Only a request that hangs ever reaches the last one.
 */
const requestLimits = [
  "set statement_timeout = '20s'",
  "set lock_timeout = '10s'",
  "set idle_in_transaction_session_timeout = '30s'",
].join("; ");
/** How long running statements may take when the pool closes, in milliseconds. */
const GRACE = 1000;

/** Removes the time limits of a transaction, for the server's own work such as migrations. */
export const NO_LIMITS = [
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
]
  .map((name) => `set local ${name} = 0`)
  .join("; ");

/** How long to wait before listening again on a new connection, in milliseconds. */
const LISTENING_PAUSE = 1000;

/** How long to wait for a lock that another server holds which is perhaps just ending. */
const LOCK_PATIENCE = "10s";

/**
 * The connections to a PostgreSQL server. Their statements have the time limits of a request,
 * unless `NO_LIMITS` removes them.
 *
 * A client ends with its connection: its further statements are refused. They never run on another
 * connection, where they would miss the transaction, the role and the claims that they began with.
 */
export class PostgresPool implements KyselyPool {
  readonly #types = new PostgresTypes();
  readonly #pool: pg.Pool;
  readonly #connectionString: string;
  /** Connections beside the pool. */
  readonly #others = new Set<pg.Client>();
  #isEnded = false;

  constructor(url: string) {
    this.#connectionString = libpqUrl(url);
    const config: pg.PoolConfig = {
      connectionString: this.#connectionString,
      Client: TimelyClient,
      pipeline: true,
      max: LARGEST_POOL,
      maxLifetimeSeconds: LONGEST_LIFE,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
    };
    this.#pool = createPool(config, this.#types, async (client) => {
      await client.query(`set time zone 'UTC'; ${requestLimits}`);
    });
  }

  /**
   * Listens on a connection of its own, and on a new one when that is lost.
   * @throws if the server cannot be reached now
   */
  async listen(channel: string, heard: (notification: string) => void): Promise<void> {
    const client = this.#newClient();
    client.on("notification", ({ payload }) => heard(payload ?? ""));
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    client.on("end", () => this.#listenAgain(channel, heard));
  }

  #listenAgain(channel: string, heard: (notification: string) => void): void {
    if (this.#isEnded) return;
    setTimeout(() => {
      if (this.#isEnded) return;
      this.listen(channel, heard).catch(() => this.#listenAgain(channel, heard));
    }, LISTENING_PAUSE);
  }

  /**
   * Takes an advisory lock on a connection of its own, until the pool ends.
   * @returns false when another session does not release it in time
   */
  async lock(name: string): Promise<boolean> {
    const client = this.#newClient();
    await client.connect();
    await client.query(`set lock_timeout = '${LOCK_PATIENCE}'`);
    try {
      await client.query("select pg_advisory_lock(hashtext($1))", [name]);
      return true;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
      throw error;
    }
  }

  #newClient(): pg.Client {
    const config = { connectionString: this.#connectionString, keepAlive: true };
    const client = new TimelyClient(config);
    client.on("error", ignoreLoss);
    client.on("end", () => this.#others.delete(client));
    this.#others.add(client);
    return client;
  }

  async connect(): Promise<PostgresSession> {
    const client = await this.#pool.connect();
    return new PostgresSession(client, this.#types, {
      cancel: (running) => this.#cancel(running),
    });
  }

  /** Cancels a client's running statement over a separate connection: the client's own is busy. */
  async #cancel(client: pg.PoolClient): Promise<void> {
    const { processID } = client as pg.PoolClient & { processID: number | null };
    const messenger = this.#newClient();
    try {
      await messenger.connect();
      await messenger.query("select pg_cancel_backend($1)", [processID]);
    } catch {
      // Then the statement ends at its time limit.
    } finally {
      await messenger.end().catch(ignoreLoss);
    }
  }

  /**
   * Closes all connections when they are free. Statements that run for more than a second from now on
   * end with the process.
   */
  async end(): Promise<void> {
    this.#isEnded = true;
    await inTime(this.#pool.end(), GRACE);
    await Promise.all([...this.#others].map((other) => other.end().catch(ignoreLoss)));
  }
}

/** Limits the time to connect. The pool's own limit would include the wait for a free client. */
class TimelyClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_LIMIT });
  }
}

/** Makes `pg` read `sslmode=require` as PostgreSQL's own libpq does. */
function libpqUrl(text: string): string {
  const url = new URL(text);
  if (url.searchParams.has("sslmode")) url.searchParams.set("uselibpqcompat", "true");
  return url.href;
}
