import { randomBytes } from "node:crypto";
import { generateSignedCookie, getSignedCookie } from "hono/cookie";
import { sql } from "kysely";
import { z } from "zod/mini";
import { type Db, derivedKey, firstRow, hashed, iso } from "../account-rows.ts";
import type { AuthContext } from "../auth-request.ts";

/** A sign-in that a browser has begun, and for which it is at the provider now. */
const flowSchema = z.object({
  provider: z.string(),
  /** Comes back from the provider in the address. */
  state: z.string(),
  /** Comes back in the ID token. */
  nonce: z.string(),
  /** Our own secret of PKCE, for the provider. */
  verifier: z.string(),
  returnTo: z.string(),
  /** What the app's secret of PKCE must fit. */
  challenge: z.string(),
  /** Whose account the provider is to be linked to, and in which session they asked for it. */
  link: z.optional(z.object({ userId: z.string(), sessionId: z.string() })),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type Flow = z.infer<typeof flowSchema>;

/** How long somebody may take at the provider, in milliseconds. */
export const FLOW_LIFE = 10 * 60_000;

/**
 * Keeps a sign-in in the browser that has begun it, so that nobody can end it in another one.
 * @param secret the deployment's
 */
export function flowCookies(secret: string, https: boolean) {
  // The provider's page leads back to the callback.
  const options = { path: "/", sameSite: "Lax", secure: https, httpOnly: true } as const;
  const key = derivedKey(secret, "external sign-in");
  // Browsers let no other host of the domain set a cookie with this prefix.
  const name = https ? "__Host-external-sign-in" : "external-sign-in";

  return {
    /** The `Set-Cookie` header by which the browser keeps the flow. */
    keep(flow: Flow): Promise<string> {
      const value = Buffer.from(JSON.stringify(flow)).toString("base64url");
      return generateSignedCookie(name, value, key, { ...options, maxAge: FLOW_LIFE / 1000 });
    },
    /** The `Set-Cookie` header that ends it. */
    forget: () => generateSignedCookie(name, "", key, { ...options, maxAge: 0 }),

    /** The flow that the browser has begun and that has not expired; null if there is none. */
    async readFlow(c: AuthContext, now: number): Promise<Flow | null> {
      const value = await getSignedCookie(c, key, name);
      if (!value) return null;
      const flow = flowSchema.parse(JSON.parse(Buffer.from(value, "base64url").toString()));
      return flow.expiresAt > now ? flow : null;
    },
  };
}

/** How long the app may take to exchange a code, in milliseconds. */
const CODE_LIFE = 5 * 60_000;

/** Makes the code that the app exchanges for a session of that person. */
export async function addCode(
  db: Db,
  userId: string,
  challenge: string,
  now: number,
): Promise<string> {
  const code = randomBytes(32).toString("base64url");
  await sql`delete from auth.sign_in_codes where created_at < ${iso(now - CODE_LIFE)}`.execute(db);
  await sql`
    insert into auth.sign_in_codes (code_hash, user_id, code_challenge, created_at)
    values (${hashed(code)}, ${userId}, ${challenge}, ${iso(now)})`.execute(db);
  return code;
}

/** Uses up a code. @returns undefined for one that does not exist, was used or has expired */
export async function takeCode(db: Db, code: string, now: number) {
  const taken = await firstRow(
    db,
    sql<{ userId: string; challenge: string; isInTime: boolean }>`
      delete from auth.sign_in_codes where code_hash = ${hashed(code)}
      returning user_id as "userId", code_challenge as challenge,
        created_at > ${iso(now - CODE_LIFE)} as "isInTime"`,
  );
  return taken?.isInTime ? taken : undefined;
}

/** Records that a state came back. @returns false if it had come back before */
export async function spendState(db: Db, state: string, now: number): Promise<boolean> {
  await sql`delete from auth.used_states where used_at < ${iso(now - FLOW_LIFE)}`.execute(db);
  const added = sql`
    insert into auth.used_states (state_hash, used_at) values (${hashed(state)}, ${iso(now)})
    on conflict do nothing returning state_hash`;
  return (await firstRow(db, added)) !== undefined;
}
