import { UNEXPECTED_FAILURE } from "@contracts/auth-code.ts";
import { INSUFFICIENT_PRIVILEGE } from "@contracts/database-code.ts";
import type { AccountRefusal } from "#session/own-account.ts";
import { describePause } from "#ui/format.ts";

/** Shown instead of a form that needs a connection. */
export const OFFLINE = "You are offline. This can be changed when you are back online.";

/** Messages by the auth server's error code. For other codes the server's own message is shown. */
const MESSAGES: Readonly<Record<string, string>> = {
  same_password: "That is the password you have now. Choose another one.",
  weak_password: "That password is too easy to guess. Choose another one.",
  reauthentication_needed:
    "You signed in too long ago. Sign out, sign in again, and change it then.",
  insufficient_aal: "Show your second factor first: sign out and sign in again with it.",
  mfa_verification_failed: "That code is not right. Enter the one your app shows now.",
  mfa_verification_rejected: "That code is not right. Enter the one your app shows now.",
  mfa_challenge_expired: "That took too long. Enter the code your app shows now.",
  mfa_factor_name_conflict: "You have one of that name. Choose another name.",
  mfa_factor_not_found: "It is not there any more. Begin again.",
  mfa_totp_enroll_not_enabled: "This server has no authenticator apps.",
  mfa_phone_enroll_not_enabled: "This server sends no codes to phones.",
  mfa_phone_verify_not_enabled: "This server sends no codes to phones.",
  mfa_webauthn_enroll_not_enabled: "This server has no security keys.",
  mfa_webauthn_verify_not_enabled: "This server has no security keys.",
  mfa_verified_factor_exists: "This number is one of your second factors already.",
  over_sms_send_rate_limit: "A code was sent a moment ago. Wait a minute and have it sent again.",
  cancelled: "The dialog was closed, or it took too long. Try again.",
  "known-key": "This key is one of your second factors already.",
  "wrong-key": "The server does not accept this key. Try another one.",
  too_many_enrolled_mfa_factors: "You have as many as you can have. Remove one first.",
  identity_already_exists: "It belongs to another account already.",
  single_identity_not_deletable: "It is your only way in, and stays.",
  email_conflict_identity_not_deletable:
    "It can't be removed: your email would be somebody else's.",
  manual_linking_disabled: "This server does not let accounts be linked. Ask your administrator.",
  [INSUFFICIENT_PRIVILEGE]:
    "The server does not accept this from your account. Ask your administrator.",
};

/** Shown for every error code that means a wrong code from a text message. */
const PHONE_CODE = "That code is not right. Enter the one that was sent last.";
const PHONE_MESSAGES: Readonly<Record<string, string>> = {
  mfa_verification_failed: PHONE_CODE,
  mfa_verification_rejected: PHONE_CODE,
  mfa_challenge_expired: "That code is too old. Have another one sent.",
  // The error code of messaging services that check their codes themselves.
  otp_expired: PHONE_CODE,
};

/** One sentence: why the code from a text message was not accepted. */
export function describePhoneCodeRefusal(refusal: AccountRefusal): string {
  const words = refusal.kind === "refused" ? PHONE_MESSAGES[refusal.code] : undefined;
  return words ?? describeAccountRefusal(refusal);
}

/** One sentence: why no code was sent to the phone. */
export function describeCodeNotSent(refusal: AccountRefusal): string {
  // The only error code if the messaging service fails.
  return refusal.kind === "refused" && refusal.code === UNEXPECTED_FAILURE
    ? "The code could not be sent. Wait a minute and have it sent again."
    : describeAccountRefusal(refusal);
}

/** One sentence: why the account was not changed. */
export function describeAccountRefusal(refusal: AccountRefusal): string {
  switch (refusal.kind) {
    case "unreachable":
      return "The server can't be reached. Check your connection and try again.";
    case "signed-out":
      return "Your session has ended. Sign in again.";
    case "wrong-password":
      return "Your current password is not right.";
    case "paused":
      return describePause(refusal.seconds);
    case "refused":
      return MESSAGES[refusal.code] ?? refusal.message;
  }
}
