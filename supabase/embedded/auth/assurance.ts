import { type Kysely, sql } from "kysely";

type Db = Kysely<unknown>;

export type Level = "aal1" | "aal2";
/** One way in which the session's person authenticated; `timestamp` in seconds since 1970. */
export interface Method {
  method: string;
  timestamp: number;
}

/** How strongly a session's person is authenticated. */
export interface Assurance {
  aal: Level;
  amr: Method[];
}

/**
 * The method of a code from an authenticator app: the only one here that makes a session `aal2`.
 */
const TOTP = "totp";

/** Newest method first. */
export async function assuranceOf(db: Db, sessionId: string): Promise<Assurance> {
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

/**
 * Makes a session `aal2` after its person gave a right code, and ends the person's `aal1` sessions.
 */
export async function raiseSession(
  db: Db,
  session: { id: string; userId: string; factorId: string },
  now: number,
): Promise<void> {
  await noteMethod(db, session.id, TOTP, now);
  await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${session.factorId}
    where id = ${session.id}`.execute(db);
  await sql`
    delete from auth.sessions
    where user_id = ${session.userId} and coalesce(aal, 'aal1') < 'aal2'`.execute(db);
}

/** Sets sessions that became `aal2` with this factor back to `aal1`, from their next token on. */
export async function lowerSessionsOf(db: Db, factorId: string): Promise<void> {
  await sql`
    delete from auth.mfa_amr_claims
    where authentication_method = ${TOTP}
      and session_id in (select id from auth.sessions where factor_id = ${factorId})`.execute(db);
  await sql`
    update auth.sessions set aal = 'aal1', factor_id = null
    where factor_id = ${factorId}`.execute(db);
}

export async function endOtherSessions(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await sql`
    delete from auth.sessions where user_id = ${userId} and id <> ${id}`.execute(db);
}

/** The session's currently valid refresh token; null if the session has ended. */
export async function refreshTokenOf(db: Db, sessionId: string): Promise<string | null> {
  const found = await sql<{ token: string }>`
    select token from auth.refresh_tokens
    where session_id = ${sessionId} and not coalesce(revoked, false)
    order by created_at desc, id desc limit 1`.execute(db);
  return found.rows[0]?.token ?? null;
}
