import type { Connection } from "@supabase/lite";

/**
 * What a Supabase project answers with 400 and @supabase/lite with 500: checks, exclusions, view
 * options and raised exceptions. A client takes the one as final and tries the other again for ever.
 */
const refusals = /^(23000|23001|23514|23P01|44000|P0001)$/;

/**
 * A statement that was ended because it took too long: too much was asked, and a client that sends it
 * again asks as much. A Supabase project says 500; both name the SQLSTATE, by which the app goes.
 */
const tookTooLong = "57014";

/** What is too large or too complex, which PostgREST answers as this one. */
const tooLarge = /^54/;

/** What the database says when it goes, or comes back: the same request succeeds in a moment. */
const passing = /^57P0[123]$/;

/**
 * Gives refused rows their status, by the protocol that lets SQL choose one: SQLSTATE `PGRST` with
 * the answer as JSON.
 */
export function answerRefusals(connection: Connection): void {
  const original = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (thrown: unknown) => {
    const error = original(thrown);
    if (error instanceof Error && isWrongType(error)) {
      return Object.assign(new Error("invalid input syntax"), { code: "22P02" });
    }
    if (!(error instanceof Error)) return error;
    if (passing.test(sqlStateOf(error))) return answered(error, 503, { "retry-after": "1" });
    if (tooLarge.test(sqlStateOf(error))) return answered(error, 413);
    if (sqlStateOf(error) === tookTooLong) return answered(error, 422);
    return refusals.test(sqlStateOf(error)) ? answered(error, 400) : error;
  };
}

function answered(error: Error, status: number, headers: Record<string, string> = {}): Error {
  const { detail = null, hint = null } = error as { detail?: string; hint?: string };
  const answer = { code: sqlStateOf(error), message: error.message, details: detail, hint };
  return Object.assign(new Error(JSON.stringify(answer)), {
    code: "PGRST",
    detail: JSON.stringify({ status, headers }),
  });
}

/** A value that its driver cannot even send as the column's type, an object for a text say. */
function isWrongType(error: Error): boolean {
  return /^Invalid input for \w+ type$/.test(error.message);
}

/** The five characters PostgreSQL names an error by; empty for anything else. */
export function sqlStateOf(error: Error): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
}
