import type { Connection } from "@supabase/lite";
import {
  ADMIN_SHUTDOWN,
  CANNOT_CONNECT_NOW,
  CHECK_VIOLATION,
  CRASH_SHUTDOWN,
  EXCLUSION_VIOLATION,
  INTEGRITY_CONSTRAINT_VIOLATION,
  INVALID_TEXT_REPRESENTATION,
  POSTGREST_OWN_ANSWER,
  QUERY_CANCELED,
  RAISE_EXCEPTION,
  RESTRICT_VIOLATION,
  WITH_CHECK_OPTION_VIOLATION,
} from "#supabase/functions/_shared/contracts/database-code.ts";

/**
 * Errors that a Supabase project answers with 400 and @supabase/lite with 500: violated checks,
 * exclusions and view options, and raised exceptions. A client takes 400 as final, but would retry
 * after 500 for ever.
 */
const refusals: ReadonlySet<string> = new Set([
  INTEGRITY_CONSTRAINT_VIOLATION,
  RESTRICT_VIOLATION,
  CHECK_VIOLATION,
  EXCLUSION_VIOLATION,
  WITH_CHECK_OPTION_VIOLATION,
  RAISE_EXCEPTION,
]);

/** Errors for what is too large or too complex; answered with the same status as by PostgREST. */
const TOO_LARGE = /^54/;

/** Errors while the database shuts down or starts: the same request succeeds a moment later. */
const passing: ReadonlySet<string> = new Set([ADMIN_SHUTDOWN, CRASH_SHUTDOWN, CANNOT_CONNECT_NOW]);

/**
 * Sets the HTTP status of refused statements through the protocol by which SQL can choose one:
 * SQLSTATE `PGRST` with the answer as JSON.
 */
export function answerRefusals(connection: Connection): void {
  const original = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (thrown: unknown) => {
    const error = original(thrown);
    if (error instanceof Error && isWrongType(error)) {
      return Object.assign(new Error("invalid input syntax"), {
        code: INVALID_TEXT_REPRESENTATION,
      });
    }
    if (!(error instanceof Error)) return error;
    const sqlState = readSqlState(error);
    if (passing.has(sqlState)) return answered(error, 503, { "retry-after": "1" });
    if (TOO_LARGE.test(sqlState)) return answered(error, 413);
    // The statement took too long, and would again if the client retried it. A Supabase project
    // answers 500; both answers name the SQLSTATE, which is what the app uses.
    if (sqlState === QUERY_CANCELED) return answered(error, 422);
    return refusals.has(sqlState) ? answered(error, 400) : error;
  };
}

function answered(error: Error, status: number, headers: Record<string, string> = {}): Error {
  const { detail = null, hint = null } = error as { detail?: string; hint?: string };
  const answer = { code: readSqlState(error), message: error.message, details: detail, hint };
  return Object.assign(new Error(JSON.stringify(answer)), {
    code: POSTGREST_OWN_ANSWER,
    detail: JSON.stringify({ status, headers }),
  });
}

/**
 * Whether the driver could not send a value as the column's type, for example an object as text.
 * The driver gives this error no code, so only its message shows it.
 */
function isWrongType(error: Error): boolean {
  return /^Invalid input for \w+ type$/.test(error.message);
}

/** The SQLSTATE of an error, five characters; empty for an error without one. */
export function readSqlState(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
}
