import pg from "pg";
import { LOCK_NOT_AVAILABLE } from "#supabase/functions/_shared/contracts/database-code.ts";
import { inTime } from "../setup/in-time.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { connectionOver, type Database, type Row, transactionOver } from "./database.ts";
import { createPool, ignoreLoss, PostgresSession } from "./postgres-session.ts";
import { PostgresTypes } from "./postgres-types.ts";

const OLDEST_POSTGRES = 15;
/** How long connecting to the server may take, in milliseconds. */
const CONNECT_LIMIT = 8000;
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
const LIMITS = {
  statement_timeout: "20s",
  lock_timeout: "10s",
  idle_in_transaction_session_timeout: "30s",
};
const REQUEST_LIMITS = Object.entries(LIMITS).map(([name, limit]) => `set ${name} = '${limit}'`);
/** Removes the time limits of a transaction, for the server's own work such as migrations. */
const NO_LIMITS = Object.keys(LIMITS).map((name) => `set local ${name} = 0`);
/** How long running statements may take when the pool closes, in milliseconds. */
const GRACE = 1000;
/** How long to wait before listening again on a new connection, in milliseconds. */
const LISTENING_PAUSE = 1000;
/** How long to wait for a lock that another server holds which is perhaps just ending. */
const LOCK_PATIENCE = "10s";

/**
 * Connects to a PostgreSQL server. A session ends with its connection: its further statements are refused,
 * because on another one they would miss the transaction, the role and the claims.
 * @throws StartRefusal when it cannot be reached, its user may not do what is needed, or another server works
 * on it and does not end within some seconds
 */
export async function openPostgresDatabase(url: string): Promise<Database> {
  const address = new URL(url);
  // Makes `pg` read `sslmode=require` as PostgreSQL's own libpq does.
  if (address.searchParams.has("sslmode")) address.searchParams.set("uselibpqcompat", "true");
  const connectionString = address.href;
  const types = new PostgresTypes();
  /** Connections beside the pool. */
  const others = new Set<pg.Client>();
  let isEnded = false;
  const config: pg.PoolConfig = {
    ...{ connectionString, Client: TimelyClient, pipeline: true, max: LARGEST_POOL },
    ...{ maxLifetimeSeconds: LONGEST_LIFE, keepAlive: true },
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
  };
  const pool = createPool(config, types, async (client) => {
    await client.query(["set time zone 'UTC'", ...REQUEST_LIMITS].join("; "));
  });

  async function connectBeside(): Promise<pg.Client> {
    const client = new TimelyClient({ connectionString, keepAlive: true });
    client.on("error", ignoreLoss);
    client.on("end", () => others.delete(client));
    others.add(client);
    await client.connect();
    return client;
  }

  /** Cancels a client's running statement over a separate connection: the client's own is busy. */
  async function cancel(running: pg.PoolClient): Promise<void> {
    const { processID } = running as pg.PoolClient & { processID: number | null };
    // Where that fails, the statement ends at its time limit.
    const messenger = await connectBeside().catch(() => null);
    await messenger?.query("select pg_cancel_backend($1)", [processID]).catch(ignoreLoss);
    await messenger?.end().catch(ignoreLoss);
  }

  const listen: Database["listen"] = async (channel, heard) => {
    const client = await connectBeside();
    client.on("notification", ({ payload }) => heard(payload ?? ""));
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    const again = () => {
      if (isEnded) return;
      setTimeout(() => void (isEnded || listen(channel, heard).catch(again)), LISTENING_PAUSE);
    };
    client.on("end", again);
  };

  const end = async () => {
    isEnded = true;
    // Statements that run for longer end with the process.
    await inTime(pool.end(), GRACE);
    await Promise.all([...others].map((other) => other.end().catch(ignoreLoss)));
  };

  const connect = async () => new PostgresSession(await pool.connect(), types, { cancel });
  const connection = await connectionOver({ connect, end });
  const database: Database = {
    connection,
    transaction: transactionOver(connection.kysely, NO_LIMITS.join("; ")),
    listen,
    close: end,
  };
  /** Keeps other backends out until this one closes the database. */
  async function claim(): Promise<void> {
    const client = await connectBeside();
    await client.query(`set lock_timeout = '${LOCK_PATIENCE}'`);
    try {
      await client.query("select pg_advisory_lock(hashtext('field-agents'))");
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      throw new StartRefusal(
        `Another Field Agents server works on the database at ${databaseName(url)}: stop it first.`,
      );
    }
  }
  try {
    await checkServer(database, url);
    await claim();
  } catch (error) {
    await end().catch(() => {});
    throw error;
  }
  return database;
}

/** Limits the time to connect. The pool's own limit would include the wait for a free client. */
class TimelyClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_LIMIT });
  }
}

async function checkServer(database: Database, url: string): Promise<void> {
  const where = databaseName(url);
  let answer: Row | undefined;
  try {
    const asked = database.transaction((tx) =>
      tx.query(`
        select current_setting('server_version_num')::integer / 10000 as major,
               rolname as name, rolsuper as super, rolbypassrls as bypass, rolcreaterole as create
        from pg_roles where rolname = current_user`),
    );
    const rows = await inTime(asked, CONNECT_LIMIT + 1000);
    if (rows === undefined) throw new Error("no answer");
    [answer] = rows;
  } catch (error) {
    const first = error instanceof AggregateError ? error.errors[0] : error;
    const reason = first instanceof Error ? first.message : first;
    throw new StartRefusal(`The database at ${where} cannot be reached: ${reason}.`);
  }
  if (!answer || Number(answer.major) < OLDEST_POSTGRES) {
    throw new StartRefusal(
      `The database at ${where} is PostgreSQL ${answer?.major}; ${OLDEST_POSTGRES} or newer is needed.`,
    );
  }
  if (!answer.super && !(answer.bypass && answer.create)) {
    throw new StartRefusal(
      `The database user "${answer.name}" may not create roles or bypass row-level security: give it SUPERUSER, or CREATEROLE and BYPASSRLS.`,
    );
  }
}

/** The host and the database of an address, without the user's name and password. */
function databaseName(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
