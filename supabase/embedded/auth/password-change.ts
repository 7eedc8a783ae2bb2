import { type Kysely, sql } from "kysely";
import { z } from "zod/mini";
import { TEMPORARY_PASSWORD_UNTIL } from "#supabase/functions/_shared/contracts/account-reset.ts";
import { TEMPORARY_PASSWORD_EXPIRED } from "#supabase/functions/_shared/contracts/auth-code.ts";
import { passwordFault } from "#supabase/functions/_shared/contracts/password.ts";
import { endOtherSessions, isFresh, noteMethod, readAssurance } from "./assurance.ts";
import type { Caller } from "./auth-caller.ts";
import { AuthFailure } from "./auth-failure.ts";
import { noChallenge, secret } from "./auth-request.ts";
import type { AuthServices } from "./auth-services.ts";
import { ensurePasswordIdentity } from "./external/identity-rows.ts";

/**
 * Only the password can be changed here: the product never changes an account's e-mail address.
 */
export const changeSchema = z.strictObject({
  password: secret,
  current_password: z.optional(secret),
  code_challenge: noChallenge,
  code_challenge_method: noChallenge,
});

/** GoTrue's names for a mail's link and for an authenticator app's code. */
const PROOFS = ["otp", "totp"];

/**
 * Changes the caller's password if they prove their identity again: by the current password, or by
 * a second factor or a recovery link that they used in this session a moment ago. All their
 * other sessions end.
 * @throws AuthFailure, worded like GoTrue's
 */
export async function changePassword(
  {
    database,
    attempts,
    hashes,
    passwordMinimum,
    now,
  }: Pick<AuthServices, "database" | "attempts" | "hashes" | "passwordMinimum" | "now">,
  caller: Caller,
  change: z.output<typeof changeSchema>,
): Promise<void> {
  const { password, current_password: current } = change;
  const fault = passwordFault(password, caller.email, passwordMinimum);
  if (fault !== null) throw weakPassword(fault);
  const hasFactor = caller.factors.some(({ status }) => status === "verified");
  if (hasFactor && caller.aal !== "aal2") {
    throw new AuthFailure(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email or password when MFA is enabled.",
    );
  }
  const { hash: stored, expired } = await readPassword(database, caller.id);
  const { amr } = await readAssurance(database, caller.sessionId);
  const shown = amr.find((each) => PROOFS.includes(each.method) && isFresh(each, now()));
  let isSame: boolean;
  if (shown !== undefined) {
    isSame = stored !== "" && (await hashes.fits(password, stored));
  } else if (current === undefined || current === "") {
    throw new AuthFailure(
      400,
      "current_password_required",
      "Current password required when setting new password.",
    );
  } else {
    const attempt = await attempts.take("proof", {
      account: caller.id,
      device: caller.sessionId,
    });
    if (!(await hashes.fits(current, stored))) {
      throw new AuthFailure(400, "current_password_mismatch", "Current password is not right.");
    }
    await attempt.succeeded();
    if (expired) throw passwordExpired();
    isSame = current === password;
  }
  if (isSame) {
    throw new AuthFailure(
      422,
      "same_password",
      "New password should be different from the old password.",
    );
  }
  const made = await hashes.make(password);
  await database.transaction().execute(async (tx) => {
    await sql`
      update auth.users
      set encrypted_password = ${made}, recovery_token = null, recovery_sent_at = null,
        raw_app_meta_data = raw_app_meta_data - ${TEMPORARY_PASSWORD_UNTIL}::text,
        updated_at = now()
      where id = ${caller.id}`.execute(tx);
    // A link is proof for one change only.
    await sql`
      delete from auth.mfa_amr_claims
      where session_id = ${caller.sessionId} and authentication_method = 'otp'`.execute(tx);
    await noteMethod(tx, caller.sessionId, "password", now());
    await ensurePasswordIdentity(tx, caller);
    // Signs out everybody who signed in with the old password.
    await endOtherSessions(tx, { id: caller.sessionId, userId: caller.id });
  });
}

export function weakPassword(fault: NonNullable<ReturnType<typeof passwordFault>>): AuthFailure {
  return new AuthFailure(422, "weak_password", `This password is too ${fault}.`);
}

/** For a password that was right, and a temporary one whose time is over. */
export function passwordExpired(): AuthFailure {
  return new AuthFailure(
    400,
    TEMPORARY_PASSWORD_EXPIRED,
    "This temporary password has expired. Ask your administrator for another one.",
  );
}

/** An account's hash, empty if it has none, and whether it is of a temporary password that expired. */
async function readPassword(
  database: Kysely<unknown>,
  id: string,
): Promise<{ hash: string; expired: boolean }> {
  const found = await sql<{ hash: string; expired: boolean }>`
    select coalesce(encrypted_password, '') as hash,
           coalesce((raw_app_meta_data ->> ${TEMPORARY_PASSWORD_UNTIL}::text)::timestamptz <= now(), false)
             as expired
    from auth.users where id = ${id}`.execute(database);
  return found.rows[0] ?? { hash: "", expired: false };
}
