import { randomUUID } from "node:crypto";
import { generateSignedCookie, getSignedCookie } from "hono/cookie";
import { decodeJwt } from "jose";
import { type Kysely, sql } from "kysely";
import { v7 } from "uuid";
import { z } from "zod/mini";
import {
  derivedKey,
  type Factor,
  firstRow,
  hashed,
  iso,
  listFactors,
  needsFactor,
} from "./account-rows.ts";
import { noteMethod, readAssurance } from "./assurance.ts";
import { type Auth, type AuthContext, AuthFailure, askLite } from "./auth-request.ts";
import type { AccessTokens } from "./signing/access-tokens.ts";

/** A person in the form that Auth gives; without the factors where there are none. */
type User = Record<string, unknown> & { id: string; factors: Factor[] | undefined };

const userSchema = z.looseObject({ id: z.uuid() });
const sessionSchema = z.looseObject({ access_token: z.string(), user: userSchema });
const claimsSchema = z.looseObject({ email: z.string(), session_id: z.uuid() });

/** Lifetime of the tokens that the server makes for its own requests, in seconds: it uses them at once. */
const OWN_TOKEN_LIFE = 30;

/**
 * Begins sessions, which @supabase/lite could only together with a password, and completes what it answers
 * of those that it continues: it signs tokens without `aal` and `amr`, for this process alone.
 */
export function openSessions(
  lite: Auth,
  options: {
    database: Kysely<unknown>;
    tokens: AccessTokens;
    devices: ReturnType<typeof deviceCookies>;
    publishableKey: string;
    jwtExpirySeconds: number;
    now: () => number;
  },
) {
  const { database, tokens, devices, now } = options;

  function lasting(claims: Record<string, unknown>, seconds: number): Record<string, unknown> {
    // Tokens use the real time, even if `now` gives second factors another one.
    const iat = Math.floor(Date.now() / 1000);
    return { aud: "authenticated", role: "authenticated", iat, exp: iat + seconds, ...claims };
  }

  /** Adds the second factors to a person as @supabase/lite describes them. */
  async function withFactors(described: unknown): Promise<User> {
    const user = userSchema.parse(described);
    const factors = await listFactors(database, user.id);
    return { ...user, factors: factors.length > 0 ? factors : undefined };
  }

  /** Returns a person in the form that Auth gives. */
  async function user(id: string): Promise<User> {
    const token = await tokens.signInternal(lasting({ sub: id }, OWN_TOKEN_LIFE));
    const reply = await lite(
      new Request("http://localhost/auth/v1/user", {
        headers: { apikey: options.publishableKey, authorization: `Bearer ${token}` },
      }),
      "",
    );
    if (!reply.ok) throw new Error(`Auth does not know the person: ${reply.status}`);
    return await withFactors(await reply.json());
  }

  /**
   * Answers a session. If its person has given all their factors, a cookie is added, by which this device is
   * recognised later.
   */
  async function answered(
    session: { user: User },
    claims: Record<"email" | "session_id" | "aal", string>,
  ): Promise<Response> {
    const reply = Response.json(session);
    // Otherwise the password alone would make a device count as one of the second factor's owner.
    if (needsFactor(session.user.factors) && claims.aal !== "aal2") return reply;
    const cookie = await devices.remember(hashed(claims.email.toLowerCase()), claims.session_id);
    reply.headers.append("set-cookie", cookie);
    return reply;
  }

  /**
   * Completes a reply of @supabase/lite with a session; a refusal stays as it is.
   * @param method how the person authenticated to begin this session; null if a session continues
   */
  async function completed(reply: Response, method: string | null): Promise<Response> {
    if (!reply.ok) return reply;
    const session = sessionSchema.parse(await reply.json());
    const before = claimsSchema.parse(decodeJwt(session.access_token));
    if (method !== null) await noteMethod(database, before.session_id, method, now());
    const claims = { ...before, ...(await readAssurance(database, before.session_id)) };
    const access_token = await tokens.sign(claims);
    const whole = { ...session, access_token, user: await withFactors(session.user) };
    return await answered(whole, claims);
  }

  /** Answers a session that goes on, with new tokens. */
  async function refresh(c: AuthContext, refresh_token: string): Promise<Response> {
    const path = "token?grant_type=refresh_token";
    const options = { method: "POST", body: { refresh_token }, withToken: false } as const;
    return await completed(await askLite(lite, c, path, options), null);
  }

  return {
    ...{ user, withFactors, completed, refresh },

    /** Begins a session for an authenticated person, and answers it. */
    async begin({ id, email }: { id: string; email: string }, method: string): Promise<Response> {
      const sessionId = v7();
      const refreshToken = randomUUID();
      // One statement instead of four: everybody who signs in waits for each.
      await sql`
        with begun as (
          insert into auth.sessions (id, user_id, aal) values (${sessionId}, ${id}, 'aal1')),
        shown as (
          insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
          values (${sessionId}, ${method}, ${iso(now())})),
        given as (
          insert into auth.refresh_tokens (id, token, user_id, session_id)
          values (${v7()}, ${refreshToken}, ${id}, ${sessionId}))
        update auth.users set last_sign_in_at = now() where id = ${id}`.execute(database);
      const expiresIn = options.jwtExpirySeconds;
      const amr = [{ method, timestamp: Math.floor(now() / 1000) }];
      const claims = { sub: id, email, session_id: sessionId, aal: "aal1", amr };
      const session = {
        access_token: await tokens.sign(lasting(claims, expiresIn)),
        refresh_token: refreshToken,
        token_type: "bearer",
        expires_in: expiresIn,
        expires_at: Math.floor(Date.now() / 1000) + expiresIn,
        user: await user(id),
        weak_password: null,
      };
      return await answered(session, claims);
    },

    /** Answers a session with a new access token, which has its present `aal`, `amr` and user. */
    async renew(c: AuthContext, sessionId: string): Promise<Response> {
      const valid = await firstRow(
        database,
        sql<{ token: string }>`
          select token from auth.refresh_tokens
          where session_id = ${sessionId} and not coalesce(revoked, false)
          order by created_at desc, id desc limit 1`,
      );
      if (valid === undefined) {
        const message = "Session from session_id claim in JWT does not exist";
        throw new AuthFailure(403, "session_not_found", message);
      }
      return await refresh(c, valid.token);
    },
  };
}

/** The longest time that browsers keep a cookie, in seconds. */
const LASTING = 400 * 24 * 60 * 60;

/**
 * Device cookies as OWASP describes them: one per account, used only to distinguish the owner's own failed
 * attempts from a stranger's. Each belongs to the session that began on the device.
 * @param secret the deployment's
 */
export function deviceCookies(secret: string, https: boolean) {
  const options = { path: "/auth/v1", sameSite: "Strict", secure: https, httpOnly: true } as const;
  const key = derivedKey(secret, "device cookies");
  const cookieName = (account: string) => `known-device-${account.slice(0, 16)}`;

  return {
    /** The device's id if this account signed in on it before; undefined otherwise. */
    async findDevice(c: AuthContext, account: string): Promise<string | undefined> {
      const value = await getSignedCookie(c, key, cookieName(account));
      const [owner, device] = value ? value.split(".") : [];
      return owner === account ? device : undefined;
    },

    /** The `Set-Cookie` header that marks a device as one where that account has signed in. */
    remember: (account: string, sessionId: string) =>
      generateSignedCookie(cookieName(account), `${account}.${sessionId}`, key, {
        ...options,
        maxAge: LASTING,
      }),
  };
}
