import { passwordFault } from "#supabase/functions/_shared/contracts/password.ts";
import { DEMO_PASSWORD } from "#supabase/seed/demo.ts";

/** Shortest secret to sign tokens with, in characters: HMAC-SHA256 needs this many. */
const SECRET_MINIMUM = 32;

/** Parts of secrets that appear in documentation, examples and lists. */
const WELL_KNOWN = [
  DEMO_PASSWORD,
  "super-secret-jwt-token",
  "your-super-secret",
  "supersecret",
  "super-secret",
  "changeme",
  "change-me",
  "password",
  "supabase-demo",
  "for_tests",
];

/** Whether a stranger could guess the password over a network; the demo's is public. */
export function isWeakPassword(account: { email: string; password: string }): boolean {
  return (
    passwordFault(account.password, account.email) !== null ||
    account.password.toLowerCase().includes(DEMO_PASSWORD)
  );
}

/** Whether a secret of this deployment is short or known from elsewhere. */
export function isWeakSecret(secret: string): boolean {
  const text = secret.toLowerCase();
  return (
    secret.length < SECRET_MINIMUM ||
    isMonotonous(text) ||
    WELL_KNOWN.some((known) => text.includes(known))
  );
}

/** Whether the text repeats only a few characters. */
function isMonotonous(text: string): boolean {
  return new Set(text).size < 5;
}
