/**
 * The auth server's error codes that the app checks for or the embedded backend sends.
 * https://supabase.com/docs/guides/auth/debugging/error-codes
 */
export type AuthCode =
  | "bad_code_verifier"
  | "bad_json"
  | "bad_jwt"
  | "bad_oauth_callback"
  | "bad_oauth_state"
  | "current_password_mismatch"
  | "current_password_required"
  | "email_exists"
  | "flow_state_not_found"
  | "identity_already_exists"
  | "identity_not_found"
  | "insufficient_aal"
  | "invalid_credentials"
  | "mfa_challenge_expired"
  | "mfa_factor_name_conflict"
  | "mfa_factor_not_found"
  | "mfa_phone_enroll_not_enabled"
  | "mfa_verification_failed"
  | "mfa_verified_factor_exists"
  | "mfa_webauthn_enroll_not_enabled"
  | "otp_expired"
  | "over_request_rate_limit"
  | "provider_disabled"
  | "reauthentication_needed"
  | "same_password"
  | "session_not_found"
  | "signup_disabled"
  | "single_identity_not_deletable"
  // Of the embedded backend alone: a hosted project signs in, and lets the session do nothing.
  | "temporary_password_expired"
  | "too_many_enrolled_mfa_factors"
  | "unexpected_failure"
  | "user_already_exists"
  | "user_banned"
  | "user_not_found"
  | "validation_failed"
  | "weak_password";

/** The person is suspended. */
export const USER_BANNED = "user_banned" satisfies AuthCode;
/** The password was a temporary one, and its time is over. */
export const TEMPORARY_PASSWORD_EXPIRED = "temporary_password_expired" satisfies AuthCode;
/** There were too many attempts. */
export const OVER_REQUEST_RATE_LIMIT = "over_request_rate_limit" satisfies AuthCode;
/** The token belongs to no session any more. */
export const SESSION_NOT_FOUND = "session_not_found" satisfies AuthCode;
/** The account is gone. */
export const USER_NOT_FOUND = "user_not_found" satisfies AuthCode;
/** The server failed, or a service behind it. */
export const UNEXPECTED_FAILURE = "unexpected_failure" satisfies AuthCode;
