import { decode } from "hono/jwt";
import { type Kysely, sql } from "kysely";
import { z } from "zod/mini";
import { assuranceOf, type Level } from "./assurance.ts";
import { AuthFailure } from "./auth-failure.ts";
import { type Auth, rebuilt } from "./auth-request.ts";
import { type Factor, factorsOf } from "./factor-rows.ts";

/** The person of a request's access token. */
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
 * The session that a request's access token names, whoever signed it; null for a request without an
 * access token. The id is absent where the token names none.
 */
export function tokenSession(request: Request): { id: string | undefined } | null {
  const [, token = ""] = (request.headers.get("authorization") ?? "").split(" ");
  if (token.split(".").length !== 3) return null;
  try {
    return { id: claimsSchema.safeParse(decode(token).payload).data?.session_id };
  } catch {
    return null;
  }
}

/** The same, for what only a session may do. @throws AuthFailure for a token that names none */
export function sessionOf(request: Request): string {
  const id = tokenSession(request)?.id;
  if (id !== undefined) return id;
  throw new AuthFailure(403, "session_not_found", "The token belongs to no session");
}

/**
 * Asks Auth itself whose token a request brings, so that keys, signatures and ended sessions are
 * refused in one place. Answers its refusal where it refuses.
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
  const sessionId = sessionOf(request);
  if (await isBanned(database, id)) throw new AuthFailure(403, "user_banned", "User is banned");
  const { aal } = await assuranceOf(database, sessionId);
  return { id, email, sessionId, aal, factors: await factorsOf(database, id) };
}

async function isBanned(database: Kysely<unknown>, id: string): Promise<boolean> {
  const found = await sql`
    select from auth.users where id = ${id} and banned_until > now()`.execute(database);
  return found.rows.length > 0;
}
