import type { PostgresPool as KyselyPool } from "kysely";
import pg from "pg";
import { PostgresSession } from "./postgres-session.ts";
import { PostgresTypes } from "./postgres-types.ts";

/** As long as the server may take to let a client in, in milliseconds. */
export const connectLimit = 8000;
const largestPool = 10;
const keepAliveDelay = 60_000;
/** Even a client in good health goes after this long, in seconds, with all its session has gathered. */
const longestLife = 45 * 60;
/** What is in flight when the pool closes gets this long, in milliseconds. */
const grace = 1000;

/**
 * The connections to a PostgreSQL server.
 *
 * A client dies with its connection: what was to run on it is refused, and never runs on another
 * one, without the transaction, the role and the claims that it began with.
 */
export class PostgresPool implements KyselyPool {
  readonly #types = new PostgresTypes();
  readonly #open = new Set<pg.Client>();
  readonly #pool: pg.Pool;

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: libpqUrl(url),
      Client: TimelyClient,
      max: largestPool,
      idleTimeoutMillis: 0,
      maxLifetimeSeconds: longestLife,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelay,
      types: this.#types,
      onConnect: async (client) => {
        client.on("error", broken);
        if (client instanceof TimelyClient) {
          this.#open.add(client);
          client.on("end", () => this.#open.delete(client));
        }
        await client.query("set time zone 'UTC'");
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
    return new PostgresSession(await this.#pool.connect(), this.#types);
  }

  /** Closes all connections: the idle ones now, those in use when they are free, or after a second. */
  async end(): Promise<void> {
    const timer = setTimeout(() => {
      for (const client of this.#open) void client.end();
    }, grace);
    await this.#pool.end();
    clearTimeout(timer);
  }
}

/** The pool's own limit would also end the wait for a client that others use. */
class TimelyClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectLimit });
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
