import type { MiddlewareHandler } from "hono";
import { decodeJwt } from "jose";
import { type Kysely, sql } from "kysely";
import { z } from "zod/mini";
import { POSTGREST_CLAIMS_INVALID } from "#supabase/functions/_shared/contracts/database-code.ts";
import { type Level, readAssurance } from "./assurance.ts";
import { AuthFailure } from "./auth-failure.ts";
import { type Auth, rebuilt } from "./auth-request.ts";
import { type Factor, listFactors } from "./factor-rows.ts";

/** The person whom a request's access token belongs to. */
export interface Caller {
  id: string;
  email: string;
  sessionId: string;
  aal: Level;
  factors: Factor[];
}

const userSchema = z.object({ id: z.uuid(), email: z.string() });
const claimsSchema = z.object({ session_id: z.uuid() });

/**
 * Reads the session's id from the access token of a request, whose token was verified before. Null for
 * a request without an access token; `id` is undefined if the token names no session.
 */
function tokenSession(request: Request): { id: string | undefined } | null {
  const [, token = ""] = (request.headers.get("authorization") ?? "").split(" ");
  if (token.split(".").length !== 3) return null;
  try {
    return { id: claimsSchema.safeParse(decodeJwt(token)).data?.session_id };
  } catch {
    return null;
  }
}

/**
 * Like `tokenSession`, for routes that need a session.
 * @throws AuthFailure if no token names a session
 */
export function requireSession(request: Request): string {
  const id = tokenSession(request)?.id;
  if (id !== undefined) return id;
  throw new AuthFailure(403, "session_not_found", "The token belongs to no session");
}

/**
 * Asks Auth whose token a request has, so that wrong keys, wrong signatures and ended sessions are
 * refused in one place. Returns Auth's refusal if it refuses.
 * @throws AuthFailure for a token without a session, and for a banned person
 */
export async function identifyCaller(
  auth: Auth,
  database: Kysely<unknown>,
  request: Request,
  clientAddress: string,
): Promise<Caller | Response> {
  const reply = await auth(rebuilt(request, "GET", "user"), clientAddress);
  if (!reply.ok) return reply;

  const { id, email } = userSchema.parse(await reply.json());
  const sessionId = requireSession(request);
  if (await isBanned(database, id)) throw new AuthFailure(403, "user_banned", "User is banned");
  const { aal } = await readAssurance(database, sessionId);
  return { id, email, sessionId, aal, factors: await listFactors(database, id) };
}

async function isBanned(database: Kysely<unknown>, id: string): Promise<boolean> {
  const found = await sql`
    select from auth.users where id = ${id} and banned_until > now()`.execute(database);
  return found.rows.length > 0;
}

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
