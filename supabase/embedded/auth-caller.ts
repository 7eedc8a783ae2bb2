import { decode } from "hono/jwt";
import { type Kysely, sql } from "kysely";
import { z } from "zod/mini";
import { assuranceOf, type Level } from "./assurance.ts";
import { AuthFailure } from "./auth-failure.ts";
import { type Factor, factorsOf } from "./factor-rows.ts";

/** Answers everything under `/auth/v1`. */
export type Auth = (request: Request, clientAddress: string) => Promise<Response>;

/** The person of a request's access token. */
export type Caller = {
  id: string;
  email: string;
  sessionId: string;
  aal: Level;
  factors: Factor[];
};

const userSchema = z.object({ id: z.uuid(), email: z.string() });
const claimsSchema = z.object({ session_id: z.uuid() });

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
  const headers = new Headers();
  for (const name of ["apikey", "authorization"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const { origin, search } = new URL(request.url);
  const reply = await auth(
    new Request(`${origin}/auth/v1/user${search}`, { headers }),
    clientAddress,
  );
  if (!reply.ok) return reply;

  const { id, email } = userSchema.parse(await reply.json());
  const [, token = ""] = (headers.get("authorization") ?? "").split(" ");
  const claims = claimsSchema.safeParse(decode(token).payload);
  if (!claims.success) {
    throw new AuthFailure(403, "session_not_found", "The token belongs to no session");
  }
  if (await isBanned(database, id)) throw new AuthFailure(403, "user_banned", "User is banned");
  const sessionId = claims.data.session_id;
  const { aal } = await assuranceOf(database, sessionId);
  return { id, email, sessionId, aal, factors: await factorsOf(database, id) };
}

async function isBanned(database: Kysely<unknown>, id: string): Promise<boolean> {
  const found = await sql`
    select from auth.users where id = ${id} and banned_until > now()`.execute(database);
  return found.rows.length > 0;
}
