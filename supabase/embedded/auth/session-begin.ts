import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { v7 } from "uuid";
import type { Auth } from "./auth-request.ts";
import { factorsOf } from "./factor-rows.ts";
import type { AccessTokens } from "./signing/access-tokens.ts";

export interface Sessions {
  /** Begins a session for an authenticated person. Returns it in the form that Auth gives. */
  begin(person: { id: string; email: string }, method: string): Promise<Record<string, unknown>>;
  /** Returns a person in the form that Auth gives. */
  user(id: string): Promise<Record<string, unknown>>;
}

/**
 * Lifetime of the tokens that the server makes for its own requests, in seconds: it uses them at
 * once.
 */
const OWN_TOKEN_LIFE = 30;

/**
 * Begins sessions, which @supabase/lite then continues. It could begin one only together with a
 * password, which it would compare on the thread that serves all requests.
 * @param auth @supabase/lite's handler
 */
export function openSessions(
  auth: Auth,
  options: {
    database: Kysely<unknown>;
    tokens: AccessTokens;
    publishableKey: string;
    jwtExpirySeconds: number;
    now: () => number;
  },
): Sessions {
  const { database, tokens, now } = options;

  function lasting(claims: Record<string, unknown>, seconds: number): Record<string, unknown> {
    // Tokens use the real time, even if `now` gives second factors another one.
    const iat = Math.floor(Date.now() / 1000);
    return { aud: "authenticated", role: "authenticated", iat, exp: iat + seconds, ...claims };
  }

  async function user(id: string): Promise<Record<string, unknown>> {
    const token = await tokens.signInternal(lasting({ sub: id }, OWN_TOKEN_LIFE));
    const authorization = `Bearer ${token}`;
    const reply = await auth(
      new Request("http://localhost/auth/v1/user", {
        headers: { apikey: options.publishableKey, authorization },
      }),
      "",
    );
    if (!reply.ok) throw new Error(`Auth does not know the person: ${reply.status}`);
    const factors = await factorsOf(database, id);
    return { ...(await reply.json()), ...(factors.length > 0 && { factors }) };
  }

  return {
    user,

    async begin({ id, email }, method) {
      const sessionId = v7();
      const refreshToken = randomUUID();
      // One statement instead of four: everybody who signs in waits for each.
      await sql`
        with begun as (
          insert into auth.sessions (id, user_id, aal) values (${sessionId}, ${id}, 'aal1')),
        shown as (
          insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
          values (${sessionId}, ${method}, ${new Date(now()).toISOString()})),
        given as (
          insert into auth.refresh_tokens (id, token, user_id, session_id)
          values (${v7()}, ${refreshToken}, ${id}, ${sessionId}))
        update auth.users set last_sign_in_at = now() where id = ${id}`.execute(database);
      const expiresIn = options.jwtExpirySeconds;
      const amr = [{ method, timestamp: Math.floor(now() / 1000) }];
      const claims = { sub: id, email, session_id: sessionId, aal: "aal1", amr };
      return {
        access_token: await tokens.sign(lasting(claims, expiresIn)),
        refresh_token: refreshToken,
        token_type: "bearer",
        expires_in: expiresIn,
        expires_at: Math.floor(Date.now() / 1000) + expiresIn,
        user: await user(id),
        weak_password: null,
      };
    },
  };
}
