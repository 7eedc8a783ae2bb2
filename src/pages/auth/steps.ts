/** The page's own address with the step for a forgotten password, so that going back leaves it. */
export const FORGOT_PASSWORD = "/auth?step=forgot-password";

export function isForgotPassword(search: URLSearchParams): boolean {
  return search.get("step") === "forgot-password";
}

/** The address of the step for a second factor: the browser's own way back leads to the password. */
export const SECOND_FACTOR = "/auth?step=second-factor";

export function isSecondFactor(search: URLSearchParams): boolean {
  return search.get("step") === "second-factor";
}
