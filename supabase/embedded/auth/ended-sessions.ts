import type { MiddlewareHandler } from "hono";
import { type Kysely, sql } from "kysely";
import { POSTGREST_CLAIMS_INVALID } from "#supabase/functions/_shared/contracts/database-code.ts";
import { tokenSession } from "./auth-caller.ts";

/**
 * Refuses access tokens whose session has ended, or that name none, in the words that both the tables'
 * and the files' clients read. Policies hide every row from them already: this tells the client that
 * it is not to take that for an empty table. Whose signature is wrong is told so elsewhere.
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
