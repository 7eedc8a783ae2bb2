import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import bcrypt from "bcrypt";
import { FairQueue } from "../http/fair-queue.ts";
import { tooMany } from "./attempts.ts";

export type PasswordHashes = ReturnType<typeof passwordHashes>;

/** One of the settings that OWASP recommends for Argon2id: the one that needs the least memory. */
const SETTINGS = { memoryCost: 7168, timeCost: 5, parallelism: 1 };
const made = `$argon2id$v=19$m=${SETTINGS.memoryCost},t=${SETTINGS.timeCost},p=${SETTINGS.parallelism}$`;

/** How many hashes are computed at once: one core stays free for the thread that serves requests. */
const atOnce = Math.max(1, availableParallelism() - 1);
/** With more that wait, it would take seconds until the last one begins. */
const limits = { perCaller: atOnce, total: atOnce, maxWaiting: 100, maxWaitMs: 60_000 };

/**
 * Hashes passwords in threads beside the one that serves requests, a few at a time. New hashes are
 * Argon2id; those of older accounts, and of accounts from a hosted project, are bcrypt's.
 */
export function passwordHashes() {
  const line = new FairQueue(limits);

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const leave = await line.enter("", 1).catch(() => {
      throw tooMany(5);
    });
    return await work().finally(leave);
  }

  return {
    /** @throws AuthFailure 429 when too many wait already */
    make: (password: string) => inTurn(() => hash(password, SETTINGS)),
    /**
     * Whether a password matches a hash, made by Argon2 or bcrypt.
     * @throws AuthFailure 429 when too many wait already
     */
    fits: (password: string, stored: string) =>
      inTurn(() =>
        stored.startsWith("$argon2") ? verify(stored, password) : bcrypt.compare(password, stored),
      ),
  };
}

/** Whether a hash has outdated settings and should be replaced once its password is known. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(made);
}
