import {
  type AuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
} from "@supabase/supabase-js";
import { type Outcome, refusedOutcome, unreachable } from "../outcome.ts";
import { pauseSeconds } from "./auth-pause.ts";

export function ok<T>(value: T): { kind: "ok"; value: T } {
  return { kind: "ok", value };
}

/** Turns a refusal of the auth server into an `Outcome` for the signed-in person. */
export function refused(error: AuthError): Outcome<never> {
  if (isAuthRetryableFetchError(error)) return unreachable();
  if (isAuthSessionMissingError(error)) return { kind: "sign-in" };
  const { status = 400, code = "unknown", message } = error;
  // A factor or identity that no longer exists, or a name that is taken: waiting does not help.
  if (status === 404 || status === 409) return { kind: "never", code, message };
  const seconds = status === 429 ? pauseSeconds() : null;
  return refusedOutcome(status, code, message, seconds === null ? null : String(seconds));
}
