import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { TEMPORARY_PASSWORD_UNTIL } from "#supabase/functions/_shared/contracts/account-reset.ts";
import type { Attempter } from "./attempts.ts";
import { AuthFailure } from "./auth-failure.ts";
import type { AuthServices } from "./auth-services.ts";
import { passwordExpired } from "./password-change.ts";
import { isOutdated } from "./password-hashes.ts";

interface Account {
  id: string;
  email: string;
  hash: string;
  banned: boolean;
  expired: boolean;
}

/**
 * Checks an address and its password. One hash is compared even if the address has no account, so
 * that the duration of an answer does not tell whether it has one.
 * @throws AuthFailure 400 for a wrong password, and for a suspended person or a temporary password
 *   after its time where the password was right,
 *   429 when there were too many attempts
 */
export async function checkPassword(
  { attempts, database, hashes }: Pick<AuthServices, "attempts" | "database" | "hashes">,
  email: string,
  password: string,
  by: Attempter,
): Promise<{ id: string; email: string }> {
  const attempt = await attempts.take("password", by);
  const account = await findAccount(database, email);
  const hash = account?.hash ?? (await somebodysHash(database, email));
  const fits = hash !== undefined && (await hashes.fits(password, hash));
  if (!account || !fits) {
    throw new AuthFailure(400, "invalid_credentials", "Invalid login credentials");
  }
  await attempt.succeeded();
  if (account.banned) throw new AuthFailure(400, "user_banned", "User is banned");
  if (account.expired) throw passwordExpired();
  if (!isOutdated(account.hash)) return account;

  /**
   * Replaces an outdated hash in the background, so that the sign-in does not take longer. That of a
   * temporary password stays: to the database, another hash is a password that the person has chosen.
   */
  const renew = async () => {
    const made = await hashes.make(password);
    await sql`
      update auth.users set encrypted_password = ${made}
      where id = ${account.id} and encrypted_password = ${account.hash}
        and raw_app_meta_data ->> ${TEMPORARY_PASSWORD_UNTIL}::text is null`.execute(database);
  };
  renew().catch((error) => console.error(`A password hash could not be renewed: ${error.message}`));
  return account;
}

async function findAccount(database: Kysely<unknown>, email: string): Promise<Account | undefined> {
  const found = await sql<Account>`
    select id, email, encrypted_password as hash, coalesce(banned_until > now(), false) as banned,
           coalesce((raw_app_meta_data ->> ${TEMPORARY_PASSWORD_UNTIL}::text)::timestamptz <= now(), false)
             as expired
    from auth.users where email = ${email.toLowerCase()} and encrypted_password <> ''`.execute(
    database,
  );
  return found.rows[0];
}

/**
 * The hash to compare for an address without an account. While the accounts stay the same, one
 * address always gets the same account's hash: so its kind, Argon2 or bcrypt, tells nothing.
 */
async function somebodysHash(
  database: Kysely<unknown>,
  email: string,
): Promise<string | undefined> {
  const digest = createHash("sha256").update(email.toLowerCase()).digest("hex");
  const at = digest.slice(0, 32);
  const found = await sql<{ hash: string }>`
    (select encrypted_password as hash, 0 as round from auth.users
     where encrypted_password <> '' and id >= ${at}::uuid order by id limit 1)
    union all
    (select encrypted_password, 1 from auth.users where encrypted_password <> '' order by id limit 1)
    order by round limit 1`.execute(database);
  return found.rows[0]?.hash;
}
