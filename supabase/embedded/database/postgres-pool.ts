import type { PostgresPool as KyselyPool } from "kysely";
import pg from "pg";
import { PostgresListener } from "./postgres-listener.ts";
import { PostgresSession } from "./postgres-session.ts";
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
export const requestLimits = [
  "set statement_timeout = '20s'",
  "set lock_timeout = '10s'",
  "set idle_in_transaction_session_timeout = '30s'",
].join("; ");
/** How long running statements may take when the pool closes, in milliseconds. */
const GRACE = 1000;

/** Removes the time limits, for the server's own work such as migrations. */
export const unlimited = (scope: "local" | "session") =>
  ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]
    .map((name) => `set ${scope} ${name} = 0`)
    .join("; ");

/**
 * The connections to a PostgreSQL server. Their statements have the time limits of a request,
 * unless `unlimited` removes them.
 *
 * A client ends with its connection: its further statements are refused. They never run on another
 * connection, where they would miss the transaction, the role and the claims that they began with.
 */
export class PostgresPool implements KyselyPool {
  readonly #types = new PostgresTypes();
  readonly #open = new Set<pg.Client>();
  readonly #pool: pg.Pool;
  readonly #connectionString: string;
  readonly #listeners: PostgresListener[] = [];

  constructor(url: string) {
    this.#connectionString = libpqUrl(url);
    this.#pool = new pg.Pool({
      connectionString: this.#connectionString,
      Client: TimelyClient,
      max: LARGEST_POOL,
      idleTimeoutMillis: 0,
      maxLifetimeSeconds: LONGEST_LIFE,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
      types: this.#types,
      onConnect: async (client) => {
        client.on("error", broken);
        if (client instanceof TimelyClient) {
          this.#open.add(client);
          client.on("end", () => this.#open.delete(client));
        }
        await client.query(`set time zone 'UTC'; ${requestLimits}`);
        await this.#types.learn(client);
      },
    });
    this.#pool.on("error", broken);
    this.#pool.on("release", (_, client) => {
      // Ends a client with an open transaction: its next user must not continue that transaction.
      // The pool drops ended clients.
      if (client.getTransactionStatus() !== "I") void client.end();
    });
  }

  /** Listens on a connection of its own. @throws if the server cannot be reached now */
  async listen(channel: string, heard: (notification: string) => void): Promise<void> {
    const listener = new PostgresListener(
      () => new TimelyClient({ connectionString: this.#connectionString, keepAlive: true }),
      channel,
      heard,
    );
    this.#listeners.push(listener);
    await listener.start();
  }

  async connect(): Promise<PostgresSession> {
    const client = await this.#pool.connect();
    return new PostgresSession(client, this.#types, (running) => this.#cancel(running));
  }

  /** Cancels a client's running statement over a separate connection: the client's own is busy. */
  async #cancel(client: pg.PoolClient): Promise<void> {
    const { processID } = client as pg.PoolClient & { processID: number | null };
    const messenger = new TimelyClient({ connectionString: this.#connectionString });
    messenger.on("error", broken);
    try {
      await messenger.connect();
      await messenger.query("select pg_cancel_backend($1)", [processID]);
    } catch {
      // Then the statement ends at its time limit.
    } finally {
      await messenger.end().catch(broken);
    }
  }

  /** Closes all connections: idle ones now, those in use when they are free, or after a second. */
  async end(): Promise<void> {
    const timer = setTimeout(() => {
      for (const client of this.#open) void client.end();
    }, GRACE);
    await Promise.all(this.#listeners.map((listener) => listener.end()));
    await this.#pool.end();
    clearTimeout(timer);
  }
}

/** Limits the time to connect. The pool's own limit would include the wait for a free client. */
class TimelyClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_LIMIT });
  }
}

/** Ignores the error: the pool drops the client, and the client's user sees its statement fail. */
function broken(): void {}

/** Makes `pg` read `sslmode=require` as PostgreSQL's own libpq does. */
function libpqUrl(text: string): string {
  const url = new URL(text);
  if (url.searchParams.has("sslmode")) url.searchParams.set("uselibpqcompat", "true");
  return url.href;
}
