import { passwordFault } from "../contracts/password.ts";

/** Letters and digits that are not taken for each other when they are read out or copied by hand. */
const CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789";
/** At least 12 of 31 characters: nobody guesses one of 10^17 within a day. */
const LEAST_GROUPS = 3;
const GROUP_LENGTH = 4;

/**
 * A password to be told to somebody, like `k7mp-3xqd-w9ht`, from the system's random numbers.
 * @param email address of its owner
 * @param minimum the shortest password of this deployment, in characters
 */
export function newTemporaryPassword(email: string, minimum: number): string {
  const count = Math.max(LEAST_GROUPS, Math.ceil((minimum + 1) / (GROUP_LENGTH + 1)));
  for (;;) {
    const groups = Array.from({ length: count }, () =>
      Array.from({ length: GROUP_LENGTH }, randomCharacter).join(""),
    );
    const password = groups.join("-");
    if (passwordFault(password, email, minimum) === null) return password;
  }
}

function randomCharacter(): string {
  // Numbers above the last whole multiple would make the first characters likelier.
  const most = 256 - (256 % CHARACTERS.length);
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (number < most) return CHARACTERS.charAt(number % CHARACTERS.length);
  }
}
