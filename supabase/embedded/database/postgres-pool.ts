import type { PostgresPool as KyselyPool } from "kysely";
import pg from "pg";
import { PostgresSession } from "./postgres-session.ts";
import { PostgresTypes } from "./postgres-types.ts";

/** As long as the server may take to let a client in, in milliseconds. */
export const CONNECT_LIMIT = 8000;
const LARGEST_POOL = 10;
const KEEP_ALIVE_DELAY = 60_000;
/** Even a client in good health goes after this long, in seconds, with all its session has gathered. */
const LONGEST_LIFE = 45 * 60;
/**
 * How long a request may take: for one statement, for a lock that others hold, and between the
 * statements of a transaction. The last is only ever reached by what hangs.
 */
export const requestLimits = [
  "set statement_timeout = '20s'",
  "set lock_timeout = '10s'",
  "set idle_in_transaction_session_timeout = '30s'",
].join("; ");
/** What is in flight when the pool closes gets this long, in milliseconds. */
const GRACE = 1000;

/** For what the server does for itself, like migrations: the time that it takes. */
export const unlimited = (scope: "local" | "session") =>
  ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]
    .map((name) => `set ${scope} ${name} = 0`)
    .join("; ");

/**
 * The connections to a PostgreSQL server. What runs on them has the time of a request, unless told
 * otherwise.
 *
 * A client dies with its connection: what was to run on it is refused, and never runs on another
 * one, without the transaction, the role and the claims that it began with.
 */
export class PostgresPool implements KyselyPool {
  readonly #types = new PostgresTypes();
  readonly #open = new Set<pg.Client>();
  readonly #pool: pg.Pool;
  readonly #connectionString: string;

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
      // Nobody takes over what another one has begun; a client that is ended, the pool leaves out.
      if (client.getTransactionStatus() !== "I") void client.end();
    });
  }

  async connect(): Promise<PostgresSession> {
    const client = await this.#pool.connect();
    return new PostgresSession(client, this.#types, (running) => this.#cancel(running));
  }

  /** Ends what a client runs, from a connection of its own: the client's is busy. */
  async #cancel(client: pg.PoolClient): Promise<void> {
    const { processID } = client as pg.PoolClient & { processID: number | null };
    const messenger = new TimelyClient({ connectionString: this.#connectionString });
    messenger.on("error", broken);
    try {
      await messenger.connect();
      await messenger.query("select pg_cancel_backend($1)", [processID]);
    } catch {
      // The statement then ends with its time.
    } finally {
      await messenger.end().catch(broken);
    }
  }

  /** Closes all connections: the idle ones now, those in use when they are free, or after a second. */
  async end(): Promise<void> {
    const timer = setTimeout(() => {
      for (const client of this.#open) void client.end();
    }, GRACE);
    await this.#pool.end();
    clearTimeout(timer);
  }
}

/** The pool's own limit would also end the wait for a client that others use. */
class TimelyClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_LIMIT });
  }
}

/** The pool drops the client, and its user hears of it by the statement that fails. */
function broken(): void {}

/** `pg` reads `sslmode=require` in its own way, unless told that PostgreSQL's is meant. */
function libpqUrl(text: string): string {
  const url = new URL(text);
  if (url.searchParams.has("sslmode")) url.searchParams.set("uselibpqcompat", "true");
  return url.href;
}
