import { type Kysely, sql } from "kysely";

type Db = Kysely<unknown>;

/**
 * The method of a code from an authenticator app: the only one here that makes a session `aal2`.
 */
export const TOTP = "totp";

/** A factor without its secret, as Auth lists it with a user. */
export interface Factor {
  id: string;
  friendly_name: string;
  factor_type: "totp";
  status: "unverified" | "verified";
  created_at: string;
  updated_at: string;
}

/**
 * Locks a person, so that only one transaction at a time changes their factors or checks their
 * codes.
 */
export async function lockPerson(db: Db, userId: string): Promise<void> {
  await sql`select from auth.users where id = ${userId} for update`.execute(db);
}

/** The factors of a person, the oldest first. */
export async function listFactors(db: Db, userId: string): Promise<Factor[]> {
  const found = await sql<Factor>`
    select id, friendly_name, factor_type, status, created_at, updated_at
    from auth.mfa_factors where user_id = ${userId} order by created_at, id`.execute(db);
  return found.rows;
}

/**
 * Deletes a factor. Sessions that became `aal2` with it are `aal1` again, from their next token on.
 */
export async function deleteFactor(db: Db, id: string): Promise<void> {
  await sql`delete from auth.mfa_factors where id = ${id}`.execute(db);
  await sql`
    delete from auth.mfa_amr_claims
    where authentication_method = ${TOTP}
      and session_id in (select id from auth.sessions where factor_id = ${id})`.execute(db);
  await sql`
    update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${id}`.execute(db);
}
