import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Connection } from "@supabase/lite";
import { createPgliteConnection, PGlite } from "@supabase/lite/pglite";
import { Kysely } from "kysely";
import { isoTimestamp } from "./column-values.ts";
import { embeddedPostgresMajor } from "./data-directory.ts";
import { exclusivePgliteDialect } from "./pglite-dialect.ts";
import { answerRefusals } from "./refusal-status.ts";

export type Row = Record<string, unknown>;

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

/** The type's number in PostgreSQL. */
const timestamptz = 1184;

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
 * Before its first request @supabase/lite grants anon, authenticated and service_role everything on
 * every table of a schema that has a policy, over the grants of the migrations. Telling it that
 * this has been done already keeps it from doing so; requests still run under their role.
 */
export function keepGrants(connection: object): void {
  (connection as { rlsState: "unknown" | "inactive" | "active" }).rlsState = "active";
}
