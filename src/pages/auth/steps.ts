/** The address of the step for a forgotten password: Back leaves this step. */
export const FORGOT_PASSWORD = "/auth?step=forgot-password";

export function isForgotPassword(search: URLSearchParams): boolean {
  return search.get("step") === "forgot-password";
}

/** The address of the step for a second factor: Back returns to the password. */
export const SECOND_FACTOR = "/auth?step=second-factor";

export function isSecondFactor(search: URLSearchParams): boolean {
  return search.get("step") === "second-factor";
}
