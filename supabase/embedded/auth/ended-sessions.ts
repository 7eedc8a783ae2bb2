import type { MiddlewareHandler } from "hono";
import { type Kysely, sql } from "kysely";
import { POSTGREST_CLAIMS_INVALID } from "#supabase/functions/_shared/contracts/database-code.ts";
import { tokenSession } from "./auth-caller.ts";

/**
 * Refuses access tokens whose session has ended and those that name no session. The answer has the
 * fields of PostgREST's and of Storage's errors, so that both clients understand it. Policies
 * already hide all rows from such a token; without the refusal, the client would take that for an
 * empty table. The token was verified before.
 */
export function refuseEnded(database: Kysely<unknown>): MiddlewareHandler {
  return async (c, next) => {
    const session = tokenSession(c.req.raw);
    if (session === null || (session.id !== undefined && (await isThere(database, session.id)))) {
      return await next();
    }
    const message = "JWT session has ended";
    return c.json(
      {
        ...{ code: POSTGREST_CLAIMS_INVALID, message, details: null, hint: null },
        ...{ statusCode: "401", error: "Unauthorized" },
      },
      401,
    );
  };
}

async function isThere(database: Kysely<unknown>, id: string): Promise<boolean> {
  const found = await sql`select from auth.sessions where id = ${id}`.execute(database);
  return found.rows.length > 0;
}
