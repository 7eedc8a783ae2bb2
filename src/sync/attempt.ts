import type { QueueItem } from "@contracts/queue-item.ts";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import {
  type AttemptToken,
  holdForAttention,
  holdForSignIn,
  postpone,
  recordStep,
  settleDone,
} from "../mirror/attempts.ts";
import { Fenced } from "../mirror/drainer.ts";
import { attemptTimeout } from "./attempt-timeout.ts";
import { backoff } from "./backoff.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { Term } from "./leadership.ts";
import { isPausing } from "./pauses.ts";
import type { Arrival } from "./replayer.ts";

/** What the drain has to know about an attempt that ended; the item itself is settled. */
export type AttemptEnd =
  | { kind: "arrived" }
  | { kind: "unreachable" }
  /** The backend asked for a pause that concerns every item of the kind, until then (epoch ms). */
  | { kind: "pause"; until: number }
  | { kind: "sign-in" }
  | { kind: "other" };

/**
 * Sends one item that was marked as being sent, and settles it by the outcome. An attempt is cut
 * off after its timeout; one that ignores even that is given up after twice as long.
 * @throws Fenced when another context drains meanwhile: the item is theirs, nothing was changed
 */
export async function runAttempt(
  options: EngineOptions,
  term: Term,
  item: QueueItem,
): Promise<AttemptEnd> {
  const token: AttemptToken = { id: item.id, fence: term.fence, attempt: item.attempts };
  const outcome = await replay(options, term, token, item);
  // The term ended under the attempt: whoever drains next finds the item in flight and revives it.
  if (term.signal.aborted) throw new Fenced();
  return settle(options, token, outcome);
}

async function replay(
  options: EngineOptions,
  term: Term,
  token: AttemptToken,
  item: QueueItem,
): Promise<Outcome<Arrival>> {
  const replayer = options.replayers[item.payload.kind];
  if (replayer === undefined) {
    return { kind: "never", code: "unknown_kind", message: "Update the app to send this item." };
  }
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
  try {
    const attempt = replayer({
      item,
      db: options.db,
      backend: options.backend,
      now: clock.now,
      signal: cut.signal,
      recordStep: (step, reply) => recordStep(options.db, token, step, reply),
    });
    return await Promise.race([attempt, watchdog]);
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

async function settle(
  options: EngineOptions,
  token: AttemptToken,
  outcome: Outcome<Arrival>,
): Promise<AttemptEnd> {
  const { db, ports } = options;
  const now = ports.clock.now();
  switch (outcome.kind) {
    case "ok":
      await settleDone(db, token, { messages: [], ...outcome.value, now });
      return { kind: "arrived" };
    case "sign-in":
      await holdForSignIn(db, token, { code: "sign_in", message: "Sign in again to send it." });
      return { kind: "sign-in" };
    case "never":
      await holdForAttention(db, token, { code: outcome.code, message: outcome.message });
      return { kind: "other" };
    case "later": {
      const due = now + backoff(token.attempt, ports.random(), outcome.retryAfterMs);
      await postpone(db, token, due, { code: outcome.code, message: outcome.message });
      if (outcome.cause === "network") return { kind: "unreachable" };
      return isPausing(outcome.code) ? { kind: "pause", until: due } : { kind: "other" };
    }
  }
}
