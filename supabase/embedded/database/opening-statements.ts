/** The first statement of a person's request. */
export const REQUIRE_SESSION = "select auth.require_session($1)";

/** Gives a transaction the role, the claims and the request that policies and functions ask for. */
export const SET_CONTEXT = [
  "select set_config('role', $1, true)",
  "set_config('request.jwt.claim.sub', $2, true)",
  "set_config('request.jwt.claim.role', $1, true)",
  "set_config('storage.operation', $3, true)",
  "set_config('request.jwt.claims', $4, true)",
  "set_config('response.status', '', true)",
  "set_config('response.headers', '', true)",
  "set_config('request.method', $5, true)",
  "set_config('request.path', $6, true)",
  "set_config('request.headers', $7, true)",
  "set_config('transaction_read_only', $8, true)",
].join(", ");

const OPENING: ReadonlySet<string> = new Set(["begin", REQUIRE_SESSION, SET_CONTEXT]);

/** A statement that was not sent yet. */
export interface OpeningStatement {
  text: string;
  values: readonly string[];
}

/**
 * @returns the statement if its result is not needed, so that a session may send it together with the next
 *   one; undefined for every other statement. An error of it is reported as an error of the next one.
 */
export function openingStatement(
  text: string,
  values: readonly unknown[],
): OpeningStatement | undefined {
  return OPENING.has(text) ? { text, values: values.map(String) } : undefined;
}
