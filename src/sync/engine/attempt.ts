import { INSUFFICIENT_PRIVILEGE, QUERY_CANCELED } from "@contracts/database-code.ts";
import type { ItemReason } from "@contracts/item-state.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import { SUSPENDED } from "@contracts/refusal.ts";
import { type Outcome, unreachable } from "#backend/outcome.ts";
import {
  type AttemptToken,
  holdForAttention,
  holdForSignIn,
  postpone,
  recordStep,
} from "#mirror/person/outbox/attempts.ts";
import { Fenced } from "#mirror/person/outbox/fencing.ts";
import { backoff } from "#platform/backoff.ts";
import type { Arrival } from "../replayers/replayer.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { LeaderTerm } from "./leadership.ts";
import { isPausing } from "./pauses.ts";

/** What the drain has to know about an attempt that failed; its item is kept with the reason. */
export type AttemptEnd =
  | { kind: "unreachable" }
  /** The backend asked for a pause (ms) that concerns every item of the kind. */
  | { kind: "pause"; wait: number }
  | { kind: "sign-in" }
  | { kind: "other" };

/**
 * Sends one item that was marked as being sent. An attempt is cut off after its timeout; one that
 * ignores even that is given up after twice as long. What it came to is still to be written down.
 * @throws Fenced when another context drains meanwhile: the item is theirs, nothing was changed
 */
export async function makeAttempt(
  options: EngineOptions,
  term: LeaderTerm,
  item: QueueItem,
): Promise<Outcome<Arrival>> {
  const outcome = await replay(options, term, tokenOf(term, item), item);
  // The term ended under the attempt: whoever drains next finds the item in flight and revives it.
  if (term.signal.aborted) throw new Fenced();
  return outcome;
}

function tokenOf(term: LeaderTerm, item: QueueItem): AttemptToken {
  return { id: item.id, fence: term.fence, attempt: item.attempts };
}

async function replay(
  options: EngineOptions,
  term: LeaderTerm,
  token: AttemptToken,
  item: QueueItem,
): Promise<Outcome<Arrival>> {
  const { clock } = options.ports;
  const limit = attemptTimeout(item.size);
  const cut = new AbortController();
  const abort = () => cut.abort();
  const cancelCut = clock.after(limit, abort);
  term.signal.addEventListener("abort", abort, { once: true });
  let cancelWatchdog = () => {};
  const watchdog = new Promise<Outcome<Arrival>>((resolve) => {
    cancelWatchdog = clock.after(2 * limit, () => resolve(unreachable("No progress")));
  });
  const recorded: Promise<void>[] = [];
  async function run(): Promise<Outcome<Arrival>> {
    const replay = options.replayers[item.payload.kind];
    const outcome = await replay({
      item,
      db: options.db,
      backend: options.backend,
      now: clock.now,
      signal: cut.signal,
      recordStep(step, reply) {
        const recording = recordStep(options.db, token, step, reply);
        recorded.push(recording);
        // What it fails with, the attempt fails with at its end.
        recording.catch(() => undefined);
        return recording;
      },
    });
    await Promise.all(recorded);
    return outcome;
  }
  try {
    return await Promise.race([run(), watchdog]);
  } catch (error) {
    if (error instanceof Fenced) throw error;
    const message = error instanceof Error ? error.message : "The device could not send it";
    return { kind: "later", cause: "busy", code: "device", message, retryAfterMs: null };
  } finally {
    cancelCut();
    cancelWatchdog();
    term.signal.removeEventListener("abort", abort);
  }
}

/** So many tries an item has for which the database takes too long: it may have been busy with others. */
const MOST_LONG_TRIES = 5;

/** Whether a refusal is for nothing but that its person is suspended. A table does not say so itself. */
async function isSuspension({ db, backend }: EngineOptions, code: string): Promise<boolean> {
  if (code !== INSUFFICIENT_PRIVILEGE) return code === SUSPENDED;
  const profile = await backend.tables.profileOf(db.personId);
  return profile.kind === "ok" && profile.value === null;
}

/** Does with an item that did not arrive what its attempt came to. @throws Fenced likewise */
export async function keepForLater(
  options: EngineOptions,
  term: LeaderTerm,
  item: QueueItem,
  outcome: Exclude<Outcome<Arrival>, { kind: "ok" }>,
): Promise<AttemptEnd> {
  const { db, ports } = options;
  const token = tokenOf(term, item);
  const tryAgain = async ({ code, message }: ItemReason, retryAfterMs: number | null) => {
    const wait = backoff(token.attempt, ports.random(), retryAfterMs);
    await postpone(db, token, ports.clock.now() + wait, { code, message });
    return wait;
  };
  switch (outcome.kind) {
    case "sign-in":
      await holdForSignIn(db, token, {
        code: "sign_in",
        message: "Sign in again with the same account to send it.",
      });
      return { kind: "sign-in" };
    case "never":
      if (await isSuspension(options, outcome.code)) {
        // Nothing is wrong with the item: it goes when its person is let in again.
        await holdForSignIn(db, token, { code: SUSPENDED, message: outcome.message });
        return { kind: "sign-in" };
      }
      if (outcome.code === QUERY_CANCELED && token.attempt < MOST_LONG_TRIES) {
        await tryAgain(outcome, null);
        return { kind: "other" };
      }
      await holdForAttention(db, token, { code: outcome.code, message: outcome.message });
      return { kind: "other" };
    case "later": {
      const wait = await tryAgain(outcome, outcome.retryAfterMs);
      if (outcome.cause === "network") return { kind: "unreachable" };
      return isPausing(outcome.code) ? { kind: "pause", wait } : { kind: "other" };
    }
  }
}

/** Covers the server's own patience with the AI provider. */
const BASE_MS = 90_000;
/** The slowest line worth waiting on: a basement's 2G, about 64 kbit/s. */
const BYTES_PER_SECOND = 8_000;

/** How long one attempt may take before it is cut off. @param size bytes to send @returns ms */
export function attemptTimeout(size: number): number {
  return BASE_MS + Math.ceil(size / BYTES_PER_SECOND) * 1000;
}
