import { sql } from "kysely";
import { type Caller, type Db, iso, needsFactor, TOTP } from "./account-rows.ts";
import { AuthFailure } from "./auth-request.ts";

/** One way in which the session's person authenticated; `timestamp` in seconds since 1970. */
interface Method {
  method: string;
  timestamp: number;
}

/** How long a proof of identity counts as fresh, in milliseconds. */
const PROOF_LIFE = 10 * 60_000;

/** How strongly a session's person is authenticated, and how: the newest method first. */
export async function readAssurance(
  db: Db,
  sessionId: string,
): Promise<{ aal: Caller["aal"]; amr: Method[] }> {
  const { rows: amr } = await sql<Method>`
    select authentication_method as method,
           floor(extract(epoch from updated_at))::integer as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId}
    order by updated_at desc`.execute(db);
  return { aal: amr.some(({ method }) => method === TOTP) ? "aal2" : "aal1", amr };
}

/** Records how and when the session's person authenticated. */
export async function noteMethod(
  db: Db,
  sessionId: string,
  method: string,
  now: number,
): Promise<void> {
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
    select id, ${method}, ${iso(now)} from auth.sessions where id = ${sessionId}
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at
  `.execute(db);
}

/** Whether somebody proved their identity in this way a moment ago. `now` in milliseconds. */
export function isFresh({ timestamp }: Method, now: number): boolean {
  return timestamp * 1000 > now - PROOF_LIFE;
}

/** Whether a session lacks the second factor that its person has. */
export function lacksFactor({ factors, aal }: Pick<Caller, "factors" | "aal">): boolean {
  return needsFactor(factors) && aal !== "aal2";
}

/**
 * Lets only somebody change the ways in to their account who signed in, or gave their second factor, in
 * this session within `PROOF_LIFE`.
 * @throws AuthFailure 403 without the second factor that they have, 400 without a fresh proof
 */
export async function checkFreshProof(db: Db, caller: Caller, now: number): Promise<void> {
  if (lacksFactor(caller)) {
    throw new AuthFailure(403, "insufficient_aal", "AAL2 required to change the ways to sign in");
  }
  const { amr } = await readAssurance(db, caller.sessionId);
  if (amr.some((method) => isFresh(method, now))) return;
  const message =
    "Sign in again first: this sign-in is too long ago to change the ways to sign in.";
  throw new AuthFailure(400, "reauthentication_needed", message);
}

export async function endOtherSessions(db: Db, { id, sessionId }: Caller): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${id} and id <> ${sessionId}`.execute(db);
}
