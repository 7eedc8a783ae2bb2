import { COMMON_PASSWORDS } from "./common-passwords.ts";

/** Shortest new password, in characters. */
export const PASSWORD_MINIMUM = 10;
/**
 * Longest new password, in bytes: bcrypt, which a hosted project hashes with, ignores further
 * bytes.
 */
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
/** How many characters a password needs besides a known part. */
const OWN_CHARACTERS = 6;
/** A password with fewer different characters counts as easy to guess. */
const DIFFERENT_CHARACTERS = 5;

/** Why a password cannot be chosen. */
export type PasswordFault = "short" | "long" | "common";

/**
 * The one rule for every new password: from a form, for somebody else, after a recovery link, or
 * for the first super administrator. Existing passwords that break it stay valid.
 * @param email address of the password's owner, if it is known
 */
export function passwordFault(password: string, email = ""): PasswordFault | null {
  if (password.length < PASSWORD_MINIMUM) return "short";
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

/**
 * An address and its parts before and after the @, without short parts, which occur in many words.
 */
function namesIn(email: string): string[] {
  const small = email.toLowerCase();
  return [small, ...small.split("@")].filter((part) => part.length > 3);
}

/** The rule as a form shows it. */
export const PASSWORD_RULE = `At least ${PASSWORD_MINIMUM} characters, and none of the commonest passwords.`;

/** Why a password cannot be chosen, as a text for people. */
export const PASSWORD_FAULT_WORDS: Readonly<Record<PasswordFault, string>> = {
  short: `At least ${PASSWORD_MINIMUM} characters.`,
  long: `At most ${PASSWORD_LIMIT_BYTES} bytes; most characters are one.`,
  common: "Many people use this password, or it is easy to guess. Choose another one.",
};
