import { COMMON_PASSWORDS } from "./common-passwords.ts";

/** Shortest new password, in characters. */
export const PASSWORD_MINIMUM = 10;
/** Longest one, in bytes: bcrypt, with which a hosted project hashes, reads no further. */
export const PASSWORD_LIMIT_BYTES = 72;

/** Parts of many passwords that make none of them harder to guess. */
const KNOWN_PARTS = [
  "password",
  "passw0rd",
  "changeme",
  "change-me",
  "letmein",
  "qwerty",
  "123456",
];
/** So many characters have to be somebody's own, beside what is known. */
const OWN_CHARACTERS = 6;
/** A password of fewer different characters repeats itself. */
const DIFFERENT_CHARACTERS = 5;

/** Why a password cannot be chosen. */
export type PasswordFault = "short" | "long" | "common";

/**
 * The one rule for every password that is chosen anew: by a form, for somebody else, by a link, for a
 * first super administrator. Those that were chosen before go on being taken.
 * @param email whose password it is to be, when that is known
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

/** An address, and what is before and after its @; short parts stand in any word. */
function namesIn(email: string): string[] {
  const small = email.toLowerCase();
  return [small, ...small.split("@")].filter((part) => part.length > 3);
}

/** What a form says of the rule. */
export const PASSWORD_RULE = `At least ${PASSWORD_MINIMUM} characters, and none of the commonest passwords.`;

/** Why a password cannot be chosen, for a person. */
export const PASSWORD_FAULT_WORDS: Readonly<Record<PasswordFault, string>> = {
  short: `At least ${PASSWORD_MINIMUM} characters.`,
  long: `At most ${PASSWORD_LIMIT_BYTES} bytes; most characters are one.`,
  common: "Many people use this password, or it is easy to guess. Choose another one.",
};
