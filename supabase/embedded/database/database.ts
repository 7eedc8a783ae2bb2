import type { Connection } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool } from "kysely";
import * as codes from "#supabase/functions/_shared/contracts/database-code.ts";
import { WRONG_TYPE } from "./postgres-types.ts";

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
  // Otherwise @supabase/lite would grant every role everything on every table before its first request.
  Object.assign(connection, { rlsState: "active" });
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
 * Errors that a Supabase project answers with 400, which a client takes as final, and @supabase/lite with
 * 500, after which it would retry for ever.
 */
const refusals: ReadonlySet<string> = new Set([
  codes.INTEGRITY_CONSTRAINT_VIOLATION,
  codes.RESTRICT_VIOLATION,
  codes.CHECK_VIOLATION,
  codes.EXCLUSION_VIOLATION,
  codes.WITH_CHECK_OPTION_VIOLATION,
  codes.RAISE_EXCEPTION,
]);

/** Errors for what is too large or too complex; answered with the same status as by PostgREST. */
const TOO_LARGE = /^54/;

/** Errors while the database shuts down or starts: the same request succeeds a moment later. */
const passing: ReadonlySet<string> = new Set([
  codes.ADMIN_SHUTDOWN,
  codes.CRASH_SHUTDOWN,
  codes.CANNOT_CONNECT_NOW,
]);

/** Sets the HTTP status of refused statements. */
function answerRefusals(connection: Connection): void {
  const original = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (thrown: unknown) => {
    const error = original(thrown);
    if (!(error instanceof Error)) return error;
    // The driver could not send a value as the column's type, for example an object as text. It gives
    // this error no code.
    if (error.message === WRONG_TYPE) {
      const code = codes.INVALID_TEXT_REPRESENTATION;
      return Object.assign(new Error("invalid input syntax"), { code });
    }
    const sqlState = readSqlState(error);
    if (passing.has(sqlState)) return answered(error, 503, { "retry-after": "1" });
    if (TOO_LARGE.test(sqlState)) return answered(error, 413);
    // The statement took too long, and would again if the client retried it. A Supabase project
    // answers 500; both answers name the SQLSTATE, which is what the app uses.
    if (sqlState === codes.QUERY_CANCELED) return answered(error, 422);
    return refusals.has(sqlState) ? answered(error, 400) : error;
  };
}

function answered(error: Error, status: number, headers: Record<string, string> = {}): Error {
  const { detail = null, hint = null } = error as { detail?: string; hint?: string };
  const body = { code: readSqlState(error), message: error.message, details: detail, hint };
  return ownAnswer(body, status, headers);
}

/** The error that @supabase/lite answers with this, by the protocol in which SQL can choose an answer. */
export function ownAnswer(body: object, status: number, headers = {}): Error {
  return Object.assign(new Error(JSON.stringify(body)), {
    code: codes.POSTGREST_OWN_ANSWER,
    detail: JSON.stringify({ status, headers }),
  });
}

/** The SQLSTATE of an error, five characters; empty for an error without one. */
export function readSqlState(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
}
