import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { FLOW_LIFE } from "./flow-cookie.ts";
import type { Account } from "./identity-rows.ts";

type Db = Kysely<unknown>;

/** How long the app may take to exchange a code, in milliseconds. */
const CODE_LIFE = 5 * 60_000;

const iso = (now: number) => new Date(now).toISOString();
/** As the database stores codes and states: nobody who can read it can use them. */
const kept = (text: string) => createHash("sha256").update(text).digest("hex");

/** Notes that a state came back. @returns false if it had come back before */
export async function spendState(db: Db, state: string, now: number): Promise<boolean> {
  await sql`delete from auth.used_states where used_at < ${iso(now - FLOW_LIFE)}`.execute(db);
  const added = await sql`
    insert into auth.used_states (state_hash, used_at) values (${kept(state)}, ${iso(now)})
    on conflict do nothing returning state_hash`.execute(db);
  return added.rows.length > 0;
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
    values (${kept(code)}, ${userId}, ${challenge}, ${iso(now)})`.execute(db);
  return code;
}

/** Uses up a code. @returns undefined for one that does not exist, was used or has expired */
export async function takeCode(
  db: Db,
  code: string,
  now: number,
): Promise<(Account & { challenge: string }) | undefined> {
  const taken = await sql<Account & { challenge: string }>`
    with taken as (
      delete from auth.sign_in_codes where code_hash = ${kept(code)}
      returning user_id, code_challenge, created_at)
    select u.id, u.email, coalesce(u.banned_until > now(), false) as banned,
           t.code_challenge as challenge
    from taken t join auth.users u on u.id = t.user_id
    where t.created_at > ${iso(now - CODE_LIFE)}`.execute(db);
  return taken.rows[0];
}
