import { demoPassword } from "../seed/demo.ts";

/** Shortest password of a first super administrator who can be reached over a network. */
export const NETWORK_PASSWORD_MINIMUM = 12;

/** Shortest secret that tokens are signed with: what HMAC-SHA256 asks for, in characters. */
const SECRET_MINIMUM = 32;

/** Parts of passwords and secrets that stand in documentation, examples and lists. */
const WELL_KNOWN = [
  demoPassword,
  "super-secret-jwt-token",
  "your-super-secret",
  "supersecret",
  "super-secret",
  "changeme",
  "change-me",
  "password",
  "passw0rd",
  "letmein",
  "qwerty",
  "123456",
  "supabase-demo",
  "for_tests",
];

/** Whether somebody who can try over a network would find it. */
export function isWeakPassword(account: { email: string; password: string }): boolean {
  const password = account.password.toLowerCase();
  const [name = ""] = account.email.toLowerCase().split("@");
  return (
    password.length < NETWORK_PASSWORD_MINIMUM ||
    isMonotonous(password) ||
    [...WELL_KNOWN, account.email.toLowerCase()].some((known) => password.includes(known)) ||
    (name.length > 3 && password.replaceAll(name, "").length < NETWORK_PASSWORD_MINIMUM / 2)
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
