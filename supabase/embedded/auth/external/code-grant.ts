import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { z } from "zod/mini";
import { AuthFailure } from "../auth-failure.ts";
import { readBody, text } from "../auth-request.ts";
import type { AuthServices } from "../auth-services.ts";
import { FLOW_LIFE } from "./flow-cookie.ts";
import type { Account } from "./identity-rows.ts";

type Db = Kysely<unknown>;

/** How long the app may take to exchange a code, in milliseconds. */
const CODE_LIFE = 5 * 60_000;

const grantSchema = z.strictObject({
  auth_code: text(255).check(z.minLength(1)),
  /** As RFC 7636, section 4.1, wants it. */
  code_verifier: z.string().check(z.regex(/^[\w.~-]{43,128}$/)),
});

const iso = (now: number) => new Date(now).toISOString();
/** As the database stores codes and states: nobody who can read it can use them. */
const storedHash = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * Begins the session of somebody who came back from a provider with a code. The code works once,
 * and only with the secret that the app has kept in the browser where the sign-in began (PKCE).
 * @returns the answer to `POST /token?grant_type=pkce`
 */
export async function codeGrant(
  parts: AuthServices,
  request: Request,
  clientAddress: string,
): Promise<Response> {
  const refused = await parts.keyRefusal(request, clientAddress);
  if (refused) return refused;
  const { auth_code: code, code_verifier: verifier } = await readBody(request, grantSchema);
  const attempt = await parts.attempts.take("external", parts.anonymous(clientAddress));
  const taken = await takeCode(parts.database, code, parts.now());
  if (!taken) {
    throw new AuthFailure(
      404,
      "flow_state_not_found",
      "invalid flow state, no valid flow state found",
    );
  }
  if (createHash("sha256").update(verifier).digest("base64url") !== taken.challenge) {
    throw new AuthFailure(
      400,
      "bad_code_verifier",
      "code challenge does not match previously saved code verifier",
    );
  }
  if (taken.banned) throw new AuthFailure(400, "user_banned", "User is banned");
  await attempt.succeeded();
  return await parts.sessions.begin(taken, "oauth");
}

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
    values (${storedHash(code)}, ${userId}, ${challenge}, ${iso(now)})`.execute(db);
  return code;
}

/** Uses up a code. @returns undefined for one that does not exist, was used or has expired */
async function takeCode(
  db: Db,
  code: string,
  now: number,
): Promise<(Account & { challenge: string }) | undefined> {
  const taken = await sql<Account & { challenge: string }>`
    with taken as (
      delete from auth.sign_in_codes where code_hash = ${storedHash(code)}
      returning user_id, code_challenge, created_at)
    select u.id, u.email, coalesce(u.banned_until > now(), false) as banned,
           t.code_challenge as challenge
    from taken t join auth.users u on u.id = t.user_id
    where t.created_at > ${iso(now - CODE_LIFE)}`.execute(db);
  return taken.rows[0];
}

/** Records that a state came back. @returns false if it had come back before */
export async function spendState(db: Db, state: string, now: number): Promise<boolean> {
  await sql`delete from auth.used_states where used_at < ${iso(now - FLOW_LIFE)}`.execute(db);
  const added = await sql`
    insert into auth.used_states (state_hash, used_at) values (${storedHash(state)}, ${iso(now)})
    on conflict do nothing returning state_hash`.execute(db);
  return added.rows.length > 0;
}
