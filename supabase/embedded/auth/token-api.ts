import { type Context, Hono } from "hono";
import { sql } from "kysely";
import { z } from "zod/mini";
import { AuthFailure } from "./auth-failure.ts";
import { type AuthEnv, address, captcha, readBody, rebuilt, secret, text } from "./auth-request.ts";
import type { AuthServices } from "./auth-services.ts";
import { codeGrant } from "./external/code-grant.ts";
import { idTokenGrant } from "./external/id-token-grant.ts";
import { checkPassword } from "./password-sign-in.ts";

const passwordGrant = z.strictObject({
  email: address,
  password: secret,
  gotrue_meta_security: captcha,
});
const refreshGrant = z.strictObject({ refresh_token: text(255) });

/**
 * Issues sessions: a new one for a password or for what an external provider gave, or a renewed one
 * for its refresh token.
 */
export function tokenApi(parts: AuthServices): Hono<AuthEnv> {
  const { attempts, database, lite, sessions } = parts;
  const api = new Hono<AuthEnv>();

  api.post("/", async (c) => {
    switch (c.req.query("grant_type")) {
      case "password":
        return await signIn(c);
      case "refresh_token":
        return await refresh(c);
      case "id_token":
        return await idTokenGrant(parts, c.req.raw, c.env.clientAddress);
      case "pkce":
        return await codeGrant(parts, c.req.raw, c.env.clientAddress);
      default:
        return await c.notFound();
    }
  });

  async function signIn(c: Context<AuthEnv>): Promise<Response> {
    const refused = await parts.keyRefusal(c.req.raw, c.env.clientAddress);
    if (refused) return refused;
    const { email, password } = await readBody(c.req.raw, passwordGrant);
    const attempter = await parts.attempter(c.req.raw, c.env.clientAddress, email);
    const person = await checkPassword(parts, email, password, attempter);
    return await sessions.begin(person, "password");
  }

  async function refresh(c: Context<AuthEnv>): Promise<Response> {
    const { refresh_token } = await readBody(c.req.raw, refreshGrant);
    const owner = await findOwner(refresh_token);
    // Only unknown tokens count as guesses: the owner of a token may use it without a limit.
    if (owner === undefined) await attempts.take("token", parts.anonymous(c.env.clientAddress));
    // Refuses before the token is used up: it works again when the suspension ends.
    if (owner?.banned) {
      throw new AuthFailure(400, "user_banned", "Invalid Refresh Token: User Banned");
    }
    const again = rebuilt(c.req.raw, "POST", "token?grant_type=refresh_token", { refresh_token });
    again.headers.delete("authorization");
    return await sessions.completed(await lite(again, c.env.clientAddress), null);
  }

  async function findOwner(token: string): Promise<{ banned: boolean } | undefined> {
    const found = await sql<{ banned: boolean }>`
      select coalesce(u.banned_until > now(), false) as banned
      from auth.refresh_tokens r join auth.users u on u.id = r.user_id
      where r.token = ${token}`.execute(database);
    return found.rows[0];
  }

  return api;
}
