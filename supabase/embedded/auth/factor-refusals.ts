import { z } from "zod/mini";
import type { Caller } from "./auth-caller.ts";
import { AuthFailure } from "./auth-failure.ts";
import type { Factor } from "./factor-rows.ts";

const MOST_FACTORS = 10;

const idSchema = z.uuid();

/** For a factor that does not exist or is not the caller's. */
export const factorNotFound = () =>
  new AuthFailure(404, "mfa_factor_not_found", "Factor not found");

/** The caller's factor of that id. @throws AuthFailure where there is none */
export function ownFactor(caller: Caller, id: string): Factor {
  if (!idSchema.safeParse(id).success) {
    throw new AuthFailure(404, "validation_failed", "factor_id must be an UUID");
  }
  const factor = caller.factors.find((own) => own.id === id.toLowerCase());
  if (!factor) throw factorNotFound();
  return factor;
}

/** @throws AuthFailure for a kind of factor that is not supported here */
export function checkType(type: string): void {
  switch (type) {
    case "totp":
      return;
    case "phone":
      throw new AuthFailure(
        422,
        "mfa_phone_enroll_not_enabled",
        "MFA enroll is disabled for Phone",
      );
    case "webauthn":
      throw new AuthFailure(
        422,
        "mfa_webauthn_enroll_not_enabled",
        "MFA enroll is disabled for WebAuthn",
      );
    default:
      throw new AuthFailure(
        400,
        "validation_failed",
        "factor_type needs to be totp, phone, or webauthn",
      );
  }
}

/** @throws AuthFailure when the person may not enrol another factor of that name */
export function checkRoom(factors: Factor[], name: string, aal: Caller["aal"]): void {
  if (name !== "" && factors.some((factor) => factor.friendly_name === name)) {
    throw new AuthFailure(
      422,
      "mfa_factor_name_conflict",
      `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
    );
  }
  if (factors.length >= MOST_FACTORS) {
    throw new AuthFailure(
      422,
      "too_many_enrolled_mfa_factors",
      "Maximum number of verified factors reached, unenroll to continue",
    );
  }
  // Otherwise somebody who knows only the password could add a factor of their own.
  if (aal !== "aal2" && factors.some(({ status }) => status === "verified")) {
    throw new AuthFailure(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
}

/** @throws AuthFailure for a challenge that cannot be answered */
export function checkChallenge(id: string, state: "open" | "closed" | "unknown"): void {
  if (state === "unknown") {
    throw new AuthFailure(
      422,
      "mfa_factor_not_found",
      "MFA factor with the provided challenge ID not found",
    );
  }
  if (state === "closed") {
    throw new AuthFailure(
      422,
      "mfa_challenge_expired",
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    );
  }
}
