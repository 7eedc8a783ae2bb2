import { passwordFault } from "#supabase/functions/_shared/contracts/password.ts";
import { DEMO_PASSWORD } from "#supabase/seed/demo.ts";

/** Shortest secret that tokens are signed with: what HMAC-SHA256 asks for, in characters. */
const SECRET_MINIMUM = 32;

/** Parts of secrets that stand in documentation, examples and lists. */
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

/** Whether somebody who can try over a network would find it: the demo's is public. */
export function isWeakPassword(account: { email: string; password: string }): boolean {
  return (
    passwordFault(account.password, account.email) !== null ||
    account.password.toLowerCase().includes(DEMO_PASSWORD)
  );
}

/** Whether a secret of this deployment is short, or one that others have too. */
export function isWeakSecret(secret: string): boolean {
  const text = secret.toLowerCase();
  return (
    secret.length < SECRET_MINIMUM ||
    isMonotonous(text) ||
    WELL_KNOWN.some((known) => text.includes(known))
  );
}

/** A few characters, over and over. */
function isMonotonous(text: string): boolean {
  return new Set(text).size < 5;
}
