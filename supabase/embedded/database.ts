import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Connection } from "@supabase/lite";
import { createPgliteConnection, PGlite } from "@supabase/lite/pglite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { Kysely } from "kysely";
import { embeddedPostgresMajor } from "./data-directory.ts";
import { exclusivePgliteDialect } from "./pglite-dialect.ts";
import { answerRefusals } from "./refusal-status.ts";
import { StartRefusal } from "./start-refusal.ts";

type Row = Record<string, unknown>;

/** One transaction of the database's owner, who stands above row-level security. */
export type Transaction = {
  /** Runs one statement with `$1`-parameters. */
  query(statement: string, parameters?: (string | boolean | null)[]): Promise<Row[]>;
  /** Runs a file of statements. */
  script(statements: string): Promise<void>;
};

export type Database = {
  /** What @supabase/lite serves from. */
  connection: Connection;
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Does `work` while no other backend that starts on the same database does. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** The types' numbers in PostgreSQL. */
const timestamptz = 1184;
const json = 114;
const jsonb = 3802;

const oldestPostgres = 15;
const connectSeconds = 8;

/** Opens the database inside the process, with its files in `directory`; creates it if need be. */
export async function openEmbeddedDatabase(directory: string): Promise<Database> {
  if (!existsSync(directory)) await createEmbeddedDatabase(directory);
  const connection = await createPgliteConnection({
    url: `file://${directory}`,
    pgliteOptions: { parsers: { [timestamptz]: isoTimestamp } },
  });
  await connection.driver.waitReady;
  const major = (await Deno.readTextFile(join(directory, "PG_VERSION"))).trim();
  if (major !== String(embeddedPostgresMajor)) {
    throw new Error(`PGlite runs PostgreSQL ${major}, expected ${embeddedPostgresMajor}`);
  }
  refuseWrongTypes(connection.driver);
  connection.kysely = new Kysely({ dialect: exclusivePgliteDialect(connection.driver) });
  keepGrants(connection);
  answerRefusals(connection);
  return {
    connection,
    transaction: (work) =>
      connection.driver.transaction((tx) =>
        work({
          query: async (statement, parameters = []) =>
            (await tx.query<Row>(statement, parameters)).rows,
          script: async (statements) => void (await tx.exec(statements)),
        }),
      ),
    // The data directory is locked: there is no other.
    alone: (work) => work(),
    close: () => connection.close(),
  };
}

/**
 * What PGlite cannot write down as a column's type, an object for a list or a time beyond all calendars,
 * is refused as such: it would break the line to the database, or the request.
 */
function refuseWrongTypes({ serializers }: PGlite): void {
  for (const [type, serialize] of Object.entries(serializers)) {
    serializers[type] = (value: unknown) => {
      const text = written(() => serialize(value));
      if (text === null) throw new Error("Invalid input for this type");
      return text;
    };
  }
}

function written(write: () => unknown): string | null {
  try {
    const text = write();
    return typeof text === "string" ? text : null;
  } catch {
    return null;
  }
}

/** A creation that was cut off leaves a draft, which is no database and made anew. */
async function createEmbeddedDatabase(directory: string): Promise<void> {
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  const pglite = await PGlite.create(`file://${draft}`);
  await pglite.close();
  await Deno.rename(draft, directory);
}

/**
 * Connects to a PostgreSQL server.
 * @throws StartRefusal when it cannot be reached or its user may not do what is needed.
 */
export async function openPostgresDatabase(url: string): Promise<Database> {
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      connect_timeout: connectSeconds,
      onnotice: () => {},
      types: {
        timestamptz: {
          to: timestamptz,
          from: [timestamptz],
          serialize: (value: string) => value,
          parse: isoTimestamp,
        },
        json: { to: json, from: [json], serialize: jsonText, parse: JSON.parse },
        jsonb: { to: jsonb, from: [jsonb], serialize: jsonText, parse: JSON.parse },
      },
    },
  });
  keepGrants(connection);
  answerRefusals(connection);
  const { driver } = connection;
  const database: Database = {
    connection,
    transaction: async (work) => {
      let result: unknown;
      await driver.begin(async (tx) => {
        result = await work({
          query: async (statement, parameters = []) =>
            await tx.unsafe<Row[]>(statement, parameters),
          script: async (statements) => void (await tx.unsafe(statements).simple()),
        });
      });
      return result as Awaited<ReturnType<typeof work>>;
    },
    alone: async (work) => {
      const session = await driver.reserve();
      try {
        await session`select pg_advisory_lock(hashtext('field-agents'))`;
        return await work();
      } finally {
        await session`select pg_advisory_unlock_all()`;
        session.release();
      }
    },
    close: () => driver.end({ timeout: 1 }),
  };
  try {
    await checkServer(database, url);
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
  return database;
}

/** @supabase/lite hands JSON over as text; encoded once more, a string would be stored. */
function jsonText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

async function checkServer(database: Database, url: string): Promise<void> {
  const { host, pathname } = new URL(url);
  const where = `${host}${pathname}`;
  let answer: Row | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("no answer")), (connectSeconds + 1) * 1000);
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
  if (!answer || Number(answer.major) < oldestPostgres) {
    throw new StartRefusal(
      `The database at ${where} is PostgreSQL ${answer?.major}; ${oldestPostgres} or newer is needed.`,
    );
  }
  if (!answer.super && !(answer.bypass && answer.create)) {
    throw new StartRefusal(
      `The database user "${answer.name}" may not create roles or bypass row-level security: give it SUPERUSER, or CREATEROLE and BYPASSRLS.`,
    );
  }
}

/**
 * `2026-01-02 03:04:05.678+00` as `2026-01-02T03:04:05.678+00:00`: what a Supabase project answers,
 * and what every browser reads.
 */
function isoTimestamp(text: string): string {
  return text.replace(/^(\S+) (\S+?)([+-]\d\d)$/, "$1T$2$3:00");
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const causes = error instanceof AggregateError ? error.errors : [error];
  const [first] = causes;
  return first instanceof Error ? first.message : String(first);
}

/**
 * Before its first request @supabase/lite grants anon, authenticated and service_role everything on
 * every table of a schema that has a policy, over the grants of the migrations. Telling it that
 * this has been done already keeps it from doing so; requests still run under their role.
 */
function keepGrants(connection: object): void {
  (connection as { rlsState: "unknown" | "inactive" | "active" }).rlsState = "active";
}
