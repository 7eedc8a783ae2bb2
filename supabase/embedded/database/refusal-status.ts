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
 * What a Supabase project answers with 400 and @supabase/lite with 500: checks, exclusions, view
 * options and raised exceptions. A client takes the one as final and tries the other again for ever.
 */
const refusals: ReadonlySet<string> = new Set([
  INTEGRITY_CONSTRAINT_VIOLATION,
  RESTRICT_VIOLATION,
  CHECK_VIOLATION,
  EXCLUSION_VIOLATION,
  WITH_CHECK_OPTION_VIOLATION,
  RAISE_EXCEPTION,
]);

/** What is too large or too complex, which PostgREST answers as this one. */
const TOO_LARGE = /^54/;

/** What the database says when it goes, or comes back: the same request succeeds in a moment. */
const passing: ReadonlySet<string> = new Set([ADMIN_SHUTDOWN, CRASH_SHUTDOWN, CANNOT_CONNECT_NOW]);

/**
 * Gives refused rows their status, by the protocol that lets SQL choose one: SQLSTATE `PGRST` with
 * the answer as JSON.
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
    const sqlState = sqlStateOf(error);
    if (passing.has(sqlState)) return answered(error, 503, { "retry-after": "1" });
    if (TOO_LARGE.test(sqlState)) return answered(error, 413);
    // Too much was asked, and a client that sends it again asks as much. A Supabase project says 500;
    // both name the SQLSTATE, by which the app goes.
    if (sqlState === QUERY_CANCELED) return answered(error, 422);
    return refusals.has(sqlState) ? answered(error, 400) : error;
  };
}

function answered(error: Error, status: number, headers: Record<string, string> = {}): Error {
  const { detail = null, hint = null } = error as { detail?: string; hint?: string };
  const answer = { code: sqlStateOf(error), message: error.message, details: detail, hint };
  return Object.assign(new Error(JSON.stringify(answer)), {
    code: POSTGREST_OWN_ANSWER,
    detail: JSON.stringify({ status, headers }),
  });
}

/**
 * A value that its driver cannot even send as the column's type, an object for a text say. The driver
 * gives it no code: its words are all there is.
 */
function isWrongType(error: Error): boolean {
  return /^Invalid input for \w+ type$/.test(error.message);
}

/** The five characters PostgreSQL names an error by; empty for anything else. */
export function sqlStateOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
}
