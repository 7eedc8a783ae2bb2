import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import bcrypt from "bcrypt";
import { tooMany } from "./attempts.ts";

export interface PasswordHashes {
  /** @throws AuthFailure 429 when too many wait already */
  make(password: string): Promise<string>;
  /**
   * Whether a password is that of a hash, Argon2's or bcrypt's.
   * @throws AuthFailure 429 when too many wait already
   */
  fits(password: string, hash: string): Promise<boolean>;
}

/** One of the settings that OWASP recommends for Argon2id: the one that needs the least memory. */
const SETTINGS = { memoryCost: 7168, timeCost: 5, parallelism: 1 };
const made = `$argon2id$v=19$m=${SETTINGS.memoryCost},t=${SETTINGS.timeCost},p=${SETTINGS.parallelism}$`;

/** So many at once: the thread that serves everybody keeps a core. */
const atOnce = Math.max(1, availableParallelism() - 1);
/** So many wait at most; then it would take seconds until theirs begins. */
const MOST_WAITING = 100;

/**
 * Hashes passwords in threads beside the one that serves everybody, a few at a time. New hashes are
 * Argon2id, of the library's own salt; GoTrue reads them, should the accounts move to a hosted
 * project. Those of accounts from before, or from a hosted project, are bcrypt's.
 */
export function passwordHashes(): PasswordHashes {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else {
      if (waiting.length >= MOST_WAITING) throw tooMany(5);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    make: (password) => inTurn(() => hash(password, SETTINGS)),
    fits: (password, stored) =>
      inTurn(() =>
        stored.startsWith("$argon2") ? verify(stored, password) : bcrypt.compare(password, stored),
      ),
  };
}

/** Whether a hash is to be made anew when its password is shown. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(made);
}
