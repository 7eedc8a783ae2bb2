/** The page's own address with the step for a forgotten password, so that going back leaves it. */
export const FORGOT_PASSWORD = "/auth?step=forgot-password";

export function isForgotPassword(search: URLSearchParams): boolean {
  return search.get("step") === "forgot-password";
}
