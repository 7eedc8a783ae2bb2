import { createHash } from "node:crypto";
import { Hono } from "hono";
import { sql } from "kysely";
import { z } from "zod/mini";
import { findAccount, hashed } from "./account-rows.ts";
import { checkFreshProof } from "./assurance.ts";
import {
  type AuthContext,
  type AuthEnv,
  AuthFailure,
  address,
  captcha,
  readBody,
  secret,
  text,
} from "./auth-request.ts";
import type { AuthServices } from "./auth-services.ts";
import { verifyIdToken } from "./external/id-token.ts";
import { enterAccount, linkAccount } from "./external/identities.ts";
import { takeCode } from "./external/sign-in-flow.ts";
import { checkPassword } from "./passwords.ts";

const LONGEST_TOKEN = 16_384;

const passwordGrant = z.strictObject({
  email: address,
  password: secret,
  gotrue_meta_security: captcha,
});
const refreshGrant = z.strictObject({ refresh_token: text(255) });
const codeGrant = z.strictObject({
  auth_code: text(255).check(z.minLength(1)),
  /** As RFC 7636, section 4.1, wants it. */
  code_verifier: z.string().check(z.regex(/^[\w.~-]{43,128}$/)),
});
const idTokenGrant = z.strictObject({
  provider: text(100),
  id_token: text(LONGEST_TOKEN).check(z.minLength(1)),
  access_token: z.nullish(text(LONGEST_TOKEN)),
  nonce: z.nullish(text(500)),
  link_identity: z.optional(z.boolean()),
  gotrue_meta_security: captcha,
});

/**
 * Issues sessions: a new one for a password or for what an external provider gave, or a renewed one
 * for its refresh token.
 */
export function tokenApi(parts: AuthServices): Hono<AuthEnv> {
  const { attempts, database, issuers, sessions } = parts;
  const api = new Hono<AuthEnv>();

  api.post("/", async (c) => {
    switch (c.req.query("grant_type")) {
      case "password":
        return await signIn(c);
      case "refresh_token":
        return await refresh(c);
      case "id_token":
        return await enterByIdToken(c);
      case "pkce":
        return await enterByCode(c);
      default:
        return await c.notFound();
    }
  });

  async function signIn(c: AuthContext): Promise<Response> {
    await parts.requireKey(c);
    const { email, password } = await readBody(c, passwordGrant);
    const person = await checkPassword(parts, email, password, await parts.attempter(c, email));
    return await sessions.begin(person, "password");
  }

  async function refresh(c: AuthContext): Promise<Response> {
    const { refresh_token: token } = await readBody(c, refreshGrant);
    const owner = await findAccount(
      database,
      sql`u.id = (select user_id from auth.refresh_tokens where token = ${token})`,
    );
    // Only unknown tokens count as guesses: the owner of a token may use it without a limit.
    if (owner === undefined) await attempts.take("token", parts.anonymous(c));
    // Refuses before the token is used up: it works again when the suspension ends.
    if (owner?.banned) {
      throw new AuthFailure(400, "user_banned", "Invalid Refresh Token: User Banned");
    }
    return await sessions.refresh(c, token);
  }

  /**
   * Signs somebody in by an ID token that a provider gave to their app, or, with `link_identity`,
   * links the provider's person to the account of the signed-in caller, whose session goes on.
   */
  async function enterByIdToken(c: AuthContext): Promise<Response> {
    await parts.requireKey(c);
    const body = await readBody(c, idTokenGrant);
    const hasToken = c.req.header("authorization") !== undefined;
    if (body.link_identity && !hasToken) {
      const message = "Linking requires a valid user access token in Authorization";
      throw new AuthFailure(400, "validation_failed", message);
    }
    const caller = body.link_identity ? await parts.identify(c) : null;
    if (caller !== null) await checkFreshProof(database, caller, parts.now());
    const provider = issuers.provider(body.provider);

    const attempt = await attempts.take("external", parts.anonymous(c));
    const person = await verifyIdToken(issuers, provider, body.id_token, {
      // The app gives the provider a hash, so that nobody learns the nonce from the token.
      nonce: body.nonce ? hashed(body.nonce) : undefined,
      accessToken: body.access_token || undefined,
    });
    if (caller !== null) {
      await linkAccount(database, caller.id, provider, person);
      await attempt.succeeded();
      return await sessions.renew(c, caller.sessionId);
    }
    const account = await enterAccount(database, provider, person);
    await attempt.succeeded();
    return await sessions.begin(account, "oauth");
  }

  /**
   * Begins the session of somebody who came back from a provider with a code. The code works once,
   * and only with the secret that the app has kept in the browser where the sign-in began (PKCE).
   */
  async function enterByCode(c: AuthContext): Promise<Response> {
    await parts.requireKey(c);
    const { auth_code: code, code_verifier: verifier } = await readBody(c, codeGrant);
    const attempt = await attempts.take("external", parts.anonymous(c));
    const taken = await takeCode(database, code, parts.now());
    const owner = taken && (await findAccount(database, sql`u.id = ${taken.userId}`));
    if (!taken || !owner) {
      const message = "invalid flow state, no valid flow state found";
      throw new AuthFailure(404, "flow_state_not_found", message);
    }
    if (createHash("sha256").update(verifier).digest("base64url") !== taken.challenge) {
      const message = "code challenge does not match previously saved code verifier";
      throw new AuthFailure(400, "bad_code_verifier", message);
    }
    if (owner.banned) throw new AuthFailure(400, "user_banned", "User is banned");
    await attempt.succeeded();
    return await sessions.begin(owner, "oauth");
  }

  return api;
}
