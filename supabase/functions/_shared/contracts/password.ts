import { COMMON_PASSWORDS } from "./common-passwords.ts";
import type { DeploymentConfig } from "./deployment-config.ts";

/** Shortest new password in characters, unless a deployment asks for more (`PASSWORD_MIN_LENGTH`). */
export const PASSWORD_MINIMUM = 6;

/** The shortest new password of a deployment, in characters; `null` while it is not known. */
export const readPasswordMinimum = (deployment: DeploymentConfig | null): number =>
  deployment?.passwordMinimum ?? PASSWORD_MINIMUM;

/** Longest new password, in bytes: bcrypt, which a hosted project hashes with, ignores further bytes. */
export const PASSWORD_LIMIT_BYTES = 72;

/** Common parts of passwords: none of them makes a password harder to guess. */
const KNOWN_PARTS = [
  "password",
  "passw0rd",
  "changeme",
  "change-me",
  "letmein",
  "qwerty",
  "123456",
];
/** How many characters a password needs besides a known part of it. */
const OWN_CHARACTERS = 6;
/** A password with fewer different characters counts as easy to guess. */
const DIFFERENT_CHARACTERS = 5;

/** Why a password cannot be chosen. */
export type PasswordFault = "short" | "long" | "common";

/**
 * The one rule for every new password: from a form, for somebody else, after a recovery link, or
 * for the first super administrator. Existing passwords that break it stay valid.
 * @param email address of the password's owner; empty if it is not known
 * @param minimum the shortest password of this deployment, in characters
 */
export function passwordFault(
  password: string,
  email: string,
  minimum = PASSWORD_MINIMUM,
): PasswordFault | null {
  if (password.length < minimum) return "short";
  if (new TextEncoder().encode(password).length > PASSWORD_LIMIT_BYTES) return "long";
  const small = password.toLowerCase();
  const isGuessed =
    COMMON_PASSWORDS.has(small) ||
    new Set(small).size < DIFFERENT_CHARACTERS ||
    [...KNOWN_PARTS, ...namesIn(email)].some((part) => isMostly(small, part));
  return isGuessed ? "common" : null;
}

function isMostly(password: string, part: string): boolean {
  return password.includes(part) && password.replaceAll(part, "").length < OWN_CHARACTERS;
}

/** An address and its parts before and after the @, without short parts, which occur in many words. */
function namesIn(email: string): string[] {
  const small = email.toLowerCase();
  return [small, ...small.split("@")].filter((part) => part.length > 3);
}

/** The rule as a form shows it. */
export const passwordRule = (minimum: number) =>
  `At least ${minimum} characters, and none of the commonest passwords.`;

/** Why a password cannot be chosen, as a text for people. */
export function describePasswordFault(fault: PasswordFault, minimum: number): string {
  const words = {
    short: `At least ${minimum} characters.`,
    long: `At most ${PASSWORD_LIMIT_BYTES} bytes; most characters are one.`,
    common: "Many people use this password, or it is easy to guess. Choose another one.",
  };
  return words[fault];
}
