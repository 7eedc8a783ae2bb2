import type { Connection } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { answerRefusals } from "./refusal-status.ts";

export type Row = Record<string, unknown>;

/** A transaction that runs as the database's owner, to whom row-level security does not apply. */
export interface Transaction {
  /** Runs one statement with `$1`-parameters. */
  query(statement: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Runs a file of statements. */
  script(statements: string): Promise<void>;
}

export interface Database {
  /** The connection that @supabase/lite uses. */
  connection: Connection;
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Calls `heard` with each notification of a channel from now on, until the database is closed. */
  listen(channel: string, heard: (notification: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** Makes the connection that @supabase/lite uses, on the sessions of a pool. */
export async function connectionOver(pool: PostgresPool): Promise<Connection> {
  const connection = createPostgresConnection({ url: "" });
  // @supabase/lite's own driver replaces a lost connection by a new one while its user still holds
  // it.
  await connection.driver.end();
  connection.kysely = new Kysely({ dialect: new PostgresDialect({ pool }) });
  keepGrants(connection);
  answerRefusals(connection);
  return connection;
}

/**
 * Runs transactions of the database's owner in the sessions of a pool.
 * @param first statements that each of them begins with
 */
export function transactionOver(kysely: Kysely<unknown>, first?: string): Database["transaction"] {
  return (work) =>
    kysely.transaction().execute(async (tx) => {
      if (first !== undefined) await tx.executeQuery(CompiledQuery.raw(first));
      return await work({
        query: async (statement, parameters = []) =>
          (await tx.executeQuery<Row>(CompiledQuery.raw(statement, [...parameters]))).rows,
        script: async (statements) => void (await tx.executeQuery(CompiledQuery.raw(statements))),
      });
    });
}

/**
 * Keeps @supabase/lite from overriding the grants of the migrations: before its first request it
 * would grant anon, authenticated and service_role everything on every table of a schema that has a
 * policy. This state tells it that the grants are done already; requests still run under their
 * role.
 */
function keepGrants(connection: object): void {
  (connection as { rlsState: "unknown" | "inactive" | "active" }).rlsState = "active";
}
