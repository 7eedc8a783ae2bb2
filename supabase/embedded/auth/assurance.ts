import { type Kysely, sql } from "kysely";
import { AuthFailure } from "./auth-failure.ts";
import { type Factor, TOTP } from "./factor-rows.ts";

type Db = Kysely<unknown>;

export type Level = "aal1" | "aal2";
/** One way in which the session's person authenticated; `timestamp` in seconds since 1970. */
interface Method {
  method: string;
  timestamp: number;
}

/** How strongly a session's person is authenticated. */
interface Assurance {
  aal: Level;
  amr: Method[];
}

/** How long a proof of identity counts as fresh, in milliseconds. */
const PROOF_LIFE = 10 * 60_000;

/** Newest method first. */
export async function readAssurance(db: Db, sessionId: string): Promise<Assurance> {
  const found = await sql<{ method: string; timestamp: number }>`
    select authentication_method as method,
           floor(extract(epoch from updated_at))::integer as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId}
    order by updated_at desc`.execute(db);
  return {
    aal: found.rows.some(({ method }) => method === TOTP) ? "aal2" : "aal1",
    amr: found.rows,
  };
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
    select id, ${method}, ${new Date(now).toISOString()} from auth.sessions where id = ${sessionId}
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`.execute(
    db,
  );
}

/** Whether somebody proved their identity in this way a moment ago. `now` in milliseconds. */
export function isFresh({ timestamp }: Method, now: number): boolean {
  return timestamp * 1000 > now - PROOF_LIFE;
}

/**
 * Lets only somebody change the ways in to their account who signed in, or gave their second
 * factor, in this session within `PROOF_LIFE`: a session that was left open, or stolen later, is
 * not enough. With a second factor, the session must have given it.
 * @throws AuthFailure 403 without the second factor, 400 without a fresh proof
 */
export async function checkFreshProof(
  db: Db,
  caller: { sessionId: string; aal: Level; factors: readonly Factor[] },
  now: number,
): Promise<void> {
  const hasFactor = caller.factors.some(({ status }) => status === "verified");
  if (hasFactor && caller.aal !== "aal2") {
    throw new AuthFailure(403, "insufficient_aal", "AAL2 required to change the ways to sign in");
  }
  const { amr } = await readAssurance(db, caller.sessionId);
  if (amr.some((method) => isFresh(method, now))) return;
  throw new AuthFailure(
    400,
    "reauthentication_needed",
    "Sign in again first: this sign-in is too long ago to change the ways to sign in.",
  );
}

export async function endOtherSessions(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await sql`
    delete from auth.sessions where user_id = ${userId} and id <> ${id}`.execute(db);
}
