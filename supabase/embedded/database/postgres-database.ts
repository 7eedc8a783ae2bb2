import { CompiledQuery } from "kysely";
import { StartRefusal } from "../setup/start-refusal.ts";
import {
  connectionOver,
  type Database,
  type ListeningDatabase,
  type Row,
  transactionOver,
} from "./database.ts";
import { CONNECT_LIMIT, PostgresPool, requestLimits, unlimited } from "./postgres-pool.ts";

const OLDEST_POSTGRES = 15;

/**
 * Connects to a PostgreSQL server.
 * @throws StartRefusal when it cannot be reached or its user may not do what is needed.
 */
export async function openPostgresDatabase(url: string): Promise<ListeningDatabase> {
  const pool = new PostgresPool(url);
  const connection = await connectionOver(pool);
  const { kysely } = connection;
  const database: ListeningDatabase = {
    connection,
    transaction: transactionOver(kysely, unlimited("local")),
    alone: (work) =>
      kysely.connection().execute(async (session) => {
        const run = (statement: string) => session.executeQuery(CompiledQuery.raw(statement));
        try {
          await run(unlimited("session"));
          await run("select pg_advisory_lock(hashtext('field-agents'))");
          return await work();
        } finally {
          await run("select pg_advisory_unlock_all()");
          await run(requestLimits);
        }
      }),
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
  const { host, pathname } = new URL(url);
  const where = `${host}${pathname}`;
  let answer: Row | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("no answer")), CONNECT_LIMIT + 1000);
    });
    const asked = database.transaction((tx) =>
      tx.query(`
        select current_setting('server_version_num')::integer / 10000 as major,
               rolname as name, rolsuper as super, rolbypassrls as bypass, rolcreaterole as create
        from pg_roles where rolname = current_user`),
    );
    [answer] = await Promise.race([asked, late]);
  } catch (error) {
    throw new StartRefusal(`The database at ${where} cannot be reached: ${reasonOf(error)}.`);
  } finally {
    clearTimeout(timer);
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

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const causes = error instanceof AggregateError ? error.errors : [error];
  const [first] = causes;
  return first instanceof Error ? first.message : String(first);
}
