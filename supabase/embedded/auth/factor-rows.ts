import { type Kysely, sql } from "kysely";

type Db = Kysely<unknown>;

/** A factor without its secret, as Auth lists it with a user. */
export interface Factor {
  id: string;
  friendly_name: string;
  factor_type: "totp";
  status: "unverified" | "verified";
  created_at: string;
  updated_at: string;
}

/** The fields of a factor that are needed to check a code. */
export interface FactorKey {
  secret: string;
  status: Factor["status"];
  last_step: number;
}

/** The number of wrong answers that closes a challenge. */
const MOST_WRONG_ANSWERS = 5;

const iso = (now: number) => new Date(now).toISOString();
const columns = sql`id, friendly_name, factor_type, status, created_at, updated_at`;

/**
 * Locks a person, so that only one transaction at a time changes their factors or checks their
 * codes.
 */
export async function lockPerson(db: Db, userId: string): Promise<void> {
  await sql`select from auth.users where id = ${userId} for update`.execute(db);
}

export async function factorsOf(db: Db, userId: string): Promise<Factor[]> {
  const found = await sql<Factor>`
    select ${columns} from auth.mfa_factors where user_id = ${userId}
    order by created_at, id`.execute(db);
  return found.rows;
}

export async function factorKey(db: Db, userId: string, id: string): Promise<FactorKey | null> {
  const found = await sql<FactorKey>`
    select secret, status, last_step from auth.mfa_factors
    where id = ${id} and user_id = ${userId}`.execute(db);
  return found.rows[0] ?? null;
}

export async function addFactor(
  db: Db,
  factor: { id: string; userId: string; name: string; secret: string },
  now: number,
): Promise<void> {
  await sql`
    insert into auth.mfa_factors
      (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
    values (${factor.id}, ${factor.userId}, ${factor.name}, 'totp', 'unverified', ${factor.secret},
            ${iso(now)}, ${iso(now)})`.execute(db);
}

/** Deletes factors whose enrolment was not finished, except those with a recent challenge. */
export async function deleteAbandonedFactors(
  db: Db,
  madeBefore: number,
  challengedBefore: number,
): Promise<void> {
  await sql`
    delete from auth.mfa_factors f
    where status = 'unverified' and created_at < ${iso(madeBefore)}
      and not exists (select from auth.mfa_challenges c
                      where c.factor_id = f.id and c.created_at >= ${iso(challengedBefore)})`.execute(
    db,
  );
}

export async function deleteFactor(db: Db, id: string): Promise<void> {
  await sql`delete from auth.mfa_factors where id = ${id}`.execute(db);
}

/**
 * Marks the factor as verified and its code as used, and deletes the person's unverified factors.
 */
export async function takeCode(
  db: Db,
  { id, userId, step }: { id: string; userId: string; step: number },
  now: number,
): Promise<void> {
  await sql`
    update auth.mfa_factors set last_step = ${step}, status = 'verified',
      updated_at = case status when 'verified' then updated_at else ${iso(now)} end
    where id = ${id}`.execute(db);
  await sql`
    delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'`.execute(db);
}

/**
 * Adds a challenge to a factor, and deletes the factor's challenges from before `expiredBefore`.
 */
export async function addChallenge(
  db: Db,
  { id, factorId }: { id: string; factorId: string },
  now: number,
  expiredBefore: number,
): Promise<void> {
  await sql`
    delete from auth.mfa_challenges
    where factor_id = ${factorId} and created_at < ${iso(expiredBefore)}`.execute(db);
  await sql`
    insert into auth.mfa_challenges (id, factor_id, created_at)
    values (${id}, ${factorId}, ${iso(now)})`.execute(db);
  await sql`
    update auth.mfa_factors set last_challenged_at = ${iso(now)} where id = ${factorId}`.execute(
    db,
  );
}

/** Whether the challenge exists and can still be answered. */
export async function challengeState(
  db: Db,
  { id, factorId }: { id: string; factorId: string },
  expiredBefore: number,
): Promise<"open" | "closed" | "unknown"> {
  const found = await sql<{ open: boolean }>`
    select verified_at is null and created_at >= ${iso(expiredBefore)}
           and wrong_answers < ${MOST_WRONG_ANSWERS} as open
    from auth.mfa_challenges where id = ${id} and factor_id = ${factorId}`.execute(db);
  const [challenge] = found.rows;
  if (!challenge) return "unknown";
  return challenge.open ? "open" : "closed";
}

export async function closeChallenge(db: Db, id: string, now: number): Promise<void> {
  await sql`
    update auth.mfa_challenges set verified_at = ${iso(now)} where id = ${id}`.execute(db);
}

/** After too many wrong answers the client has to request another challenge. */
export async function countWrongAnswer(db: Db, id: string): Promise<void> {
  await sql`
    update auth.mfa_challenges set wrong_answers = wrong_answers + 1 where id = ${id}`.execute(db);
}
