import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import bcrypt from "bcrypt";
import { tooMany } from "./attempts.ts";

export interface PasswordHashes {
  /** @throws AuthFailure 429 when too many wait already */
  make(password: string): Promise<string>;
  /**
   * Whether a password matches a hash, made by Argon2 or bcrypt.
   * @throws AuthFailure 429 when too many wait already
   */
  fits(password: string, hash: string): Promise<boolean>;
}

/** One of the settings that OWASP recommends for Argon2id: the one that needs the least memory. */
const SETTINGS = { memoryCost: 7168, timeCost: 5, parallelism: 1 };
const made = `$argon2id$v=19$m=${SETTINGS.memoryCost},t=${SETTINGS.timeCost},p=${SETTINGS.parallelism}$`;

/**
 * How many hashes are computed at once: one core stays free for the thread that serves requests.
 */
const atOnce = Math.max(1, availableParallelism() - 1);
/** How many may wait: with more, it would take seconds until the last one begins. */
const MOST_WAITING = 100;

/**
 * Hashes passwords in threads beside the one that serves requests, a few at a time. New hashes are
 * Argon2id with a salt made by the library; GoTrue can read them if the accounts move to a hosted
 * project. Hashes of older accounts, and of accounts from a hosted project, are bcrypt's.
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

/** Whether a hash has outdated settings and should be replaced once its password is known. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(made);
}
