import { createHash, createHmac } from "node:crypto";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { TEMPORARY_PASSWORD_UNTIL } from "#supabase/functions/_shared/contracts/account-reset.ts";

export type Db = Kysely<unknown>;

/** The first row that a statement answers. */
export async function firstRow<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row | undefined> {
  return (await statement.execute(db)).rows[0];
}

/** A time in milliseconds since 1970 as the database reads it. */
export const iso = (time: number) => new Date(time).toISOString();

/** A key that is derived from the deployment's secret. @param purpose makes it another one for each use */
export const derivedKey = (secret: string, purpose: string) =>
  createHmac("sha256", secret).update(purpose).digest("base64url");

/** What is stored of a token, so that nobody who can read the database can use it. */
export const hashed = (token: string) => createHash("sha256").update(token).digest("hex");

/** An account, and what keeps its person from signing in. */
export interface Account {
  id: string;
  email: string;
  /** Of its password; empty if it has none. */
  hash: string;
  banned: boolean;
  /** Whether the password is a temporary one whose time is over. */
  expired: boolean;
}

/** @param condition which account `u` is meant; it may end with `for update` */
export function findAccount(db: Db, condition: RawBuilder<unknown>): Promise<Account | undefined> {
  return firstRow(
    db,
    sql<Account>`
      select u.id, u.email, coalesce(u.encrypted_password, '') as hash,
        coalesce(u.banned_until > now(), false) as banned,
        coalesce((u.raw_app_meta_data ->> ${TEMPORARY_PASSWORD_UNTIL}::text)::timestamptz <= now(), false)
          as expired
      from auth.users u where ${condition}`,
  );
}

/** The method of a code from an authenticator app: the only one here that makes a session `aal2`. */
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

/** The person whom a request's access token belongs to. */
export interface Caller {
  id: string;
  email: string;
  sessionId: string;
  aal: "aal1" | "aal2";
  factors: Factor[];
}

/** Lets only one transaction at a time change a person's factors and identities or check their codes. */
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

/** Whether a second factor is needed to sign in. */
export function needsFactor(factors: readonly Factor[] | undefined): boolean {
  return factors?.some(({ status }) => status === "verified") ?? false;
}

/** Deletes a factor. Sessions that became `aal2` with it are `aal1` again, from their next token on. */
export async function deleteFactor(db: Db, id: string): Promise<void> {
  await sql`delete from auth.mfa_factors where id = ${id}`.execute(db);
  await sql`
    delete from auth.mfa_amr_claims
    where authentication_method = ${TOTP}
      and session_id in (select id from auth.sessions where factor_id = ${id})`.execute(db);
  await sql`
    update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${id}`.execute(db);
}
