import { inTime } from "../setup/in-time.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { connectionOver, type Database, type Row, transactionOver } from "./database.ts";
import { CONNECT_LIMIT, NO_LIMITS, PostgresPool } from "./postgres-pool.ts";

const OLDEST_POSTGRES = 15;

/** A database that only one backend may use at a time. */
export interface PostgresDatabase extends Database {
  /**
   * Keeps other backends out until this one closes the database.
   * @throws StartRefusal when another one does not close it within some seconds
   */
  claim(): Promise<void>;
}

/**
 * Connects to a PostgreSQL server.
 * @throws StartRefusal when it cannot be reached or its user may not do what is needed.
 */
export async function openPostgresDatabase(url: string): Promise<PostgresDatabase> {
  const pool = new PostgresPool(url);
  const connection = await connectionOver(pool);
  const database: PostgresDatabase = {
    connection,
    transaction: transactionOver(connection.kysely, NO_LIMITS),
    async claim() {
      if (await pool.lock("field-agents")) return;
      throw new StartRefusal(
        `Another Field Agents server works on the database at ${databaseName(url)}: stop it first.`,
      );
    },
    listen: (channel, heard) => pool.listen(channel, heard),
    close: () => pool.end(),
  };
  try {
    await checkServer(database, url);
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
  return database;
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
    throw new StartRefusal(`The database at ${where} cannot be reached: ${firstReason(error)}.`);
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

function firstReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const causes = error instanceof AggregateError ? error.errors : [error];
  const [first] = causes;
  return first instanceof Error ? first.message : String(first);
}
