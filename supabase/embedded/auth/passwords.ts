import { type RawBuilder, sql } from "kysely";
import { z } from "zod/mini";
import { TEMPORARY_PASSWORD_UNTIL } from "#supabase/functions/_shared/contracts/account-reset.ts";
import { TEMPORARY_PASSWORD_EXPIRED } from "#supabase/functions/_shared/contracts/auth-code.ts";
import { passwordFault } from "#supabase/functions/_shared/contracts/password.ts";
import {
  type Account,
  type Caller,
  type Db,
  findAccount,
  firstRow,
  hashed,
} from "./account-rows.ts";
import { endOtherSessions, isFresh, lacksFactor, noteMethod, readAssurance } from "./assurance.ts";
import type { Attempter } from "./attempts.ts";
import { AuthFailure, noChallenge, secret } from "./auth-request.ts";
import type { AuthServices } from "./auth-services.ts";
import { ensurePasswordIdentity } from "./external/identities.ts";
import { isOutdated } from "./password-hashes.ts";

/** @throws AuthFailure 422 for a password that this deployment does not take */
export function checkNewPassword(password: string, email: string, minimum: number): void {
  const fault = passwordFault(password, email, minimum);
  if (fault === null) return;
  throw new AuthFailure(422, "weak_password", `This password is too ${fault}.`);
}

/**
 * Gives an account another password; false when there is no such account.
 * @param metadata the account's `app_metadata` from then on
 */
export async function storePassword(
  tx: Db,
  account: { id: string; email: string },
  hash: string,
  metadata: RawBuilder<unknown>,
): Promise<boolean> {
  const changed = sql`
    update auth.users
    set encrypted_password = ${hash}, recovery_token = null, recovery_sent_at = null,
      raw_app_meta_data = ${metadata}, updated_at = now()
    where id = ${account.id} returning id`;
  if (!(await firstRow(tx, changed))) return false;
  await ensurePasswordIdentity(tx, account);
  return true;
}

/**
 * Checks an address and its password. One hash is compared even if the address has no account, so that the
 * duration of an answer does not tell whether it has one.
 * @throws AuthFailure 400 for a wrong password, a suspended person and an expired one, 429 after too many
 */
export async function checkPassword(
  { attempts, database, hashes }: AuthServices,
  email: string,
  password: string,
  by: Attempter,
): Promise<Account> {
  const attempt = await attempts.take("password", by);
  const account = await findAccount(
    database,
    sql`u.email = ${email.toLowerCase()} and u.encrypted_password <> ''`,
  );
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

/**
 * The hash to compare for an address without an account. While the accounts stay the same, one
 * address always gets the same account's hash: so its kind, Argon2 or bcrypt, tells nothing.
 */
async function somebodysHash(database: Db, email: string): Promise<string | undefined> {
  const at = hashed(email.toLowerCase()).slice(0, 32);
  const found = sql<{ hash: string }>`
    (select encrypted_password as hash, 0 as round from auth.users
     where encrypted_password <> '' and id >= ${at}::uuid order by id limit 1)
    union all
    (select encrypted_password, 1 from auth.users where encrypted_password <> '' order by id limit 1)
    order by round limit 1`;
  return (await firstRow(database, found))?.hash;
}

/** Only the password can be changed here: the product never changes an account's e-mail address. */
export const changeSchema = z.strictObject({
  password: secret,
  current_password: z.optional(secret),
  code_challenge: noChallenge,
  code_challenge_method: noChallenge,
});

/** GoTrue's names for a mail's link and for an authenticator app's code. */
const PROOFS = ["otp", "totp"];

/**
 * Changes the caller's password if they prove their identity again: by the current password, or by a second
 * factor or a recovery link of a moment ago. All their other sessions end.
 * @throws AuthFailure, worded like GoTrue's
 */
export async function changePassword(
  { database, attempts, hashes, passwordMinimum, now }: AuthServices,
  caller: Caller,
  { password, current_password: current }: z.output<typeof changeSchema>,
): Promise<void> {
  checkNewPassword(password, caller.email, passwordMinimum);
  if (lacksFactor(caller)) {
    const message = "AAL2 session is required to update email or password when MFA is enabled.";
    throw new AuthFailure(401, "insufficient_aal", message);
  }
  const account = await findAccount(database, sql`u.id = ${caller.id}`);
  const hash = account?.hash ?? "";
  const { amr } = await readAssurance(database, caller.sessionId);
  const shown = amr.find((each) => PROOFS.includes(each.method) && isFresh(each, now()));
  let isSame: boolean;
  if (shown !== undefined) {
    isSame = hash !== "" && (await hashes.fits(password, hash));
  } else if (!current) {
    const message = "Current password required when setting new password.";
    throw new AuthFailure(400, "current_password_required", message);
  } else {
    const by = { account: caller.id, device: caller.sessionId };
    const attempt = await attempts.take("proof", by);
    if (!(await hashes.fits(current, hash))) {
      throw new AuthFailure(400, "current_password_mismatch", "Current password is not right.");
    }
    await attempt.succeeded();
    if (account?.expired) throw passwordExpired();
    isSame = current === password;
  }
  if (isSame) {
    const message = "New password should be different from the old password.";
    throw new AuthFailure(422, "same_password", message);
  }
  const made = await hashes.make(password);
  await database.transaction().execute(async (tx) => {
    const metadata = sql`raw_app_meta_data - ${TEMPORARY_PASSWORD_UNTIL}::text`;
    await storePassword(tx, caller, made, metadata);
    // A link is proof for one change only.
    await sql`
      delete from auth.mfa_amr_claims
      where session_id = ${caller.sessionId} and authentication_method = 'otp'`.execute(tx);
    await noteMethod(tx, caller.sessionId, "password", now());
    // Signs out everybody who signed in with the old password.
    await endOtherSessions(tx, caller);
  });
}

/** For a password that was right, and a temporary one whose time is over. */
function passwordExpired(): AuthFailure {
  const message = "This temporary password has expired. Ask your administrator for another one.";
  return new AuthFailure(400, TEMPORARY_PASSWORD_EXPIRED, message);
}
