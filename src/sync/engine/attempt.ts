import { INSUFFICIENT_PRIVILEGE, QUERY_CANCELED } from "@contracts/database-code.ts";
import type { ItemReason } from "@contracts/item-state.ts";
import { audioOfPayload, type ItemPayload, type QueueItem } from "@contracts/queue-item.ts";
import { SUSPENDED } from "@contracts/refusal-code.ts";
import { GREATEST_REAL_TIME_FACTOR, RECORDED_BYTES_PER_MS } from "@contracts/voice-transcribe.ts";
import type { Backend } from "#backend/backend.ts";
import { type Outcome, unreachable } from "#backend/outcome.ts";
import {
  type AttemptToken,
  Fenced,
  giveBack,
  holdForAttention,
  holdForSignIn,
  postpone,
  recordSteps,
} from "#mirror/person/outbox/attempts.ts";
import type { Content } from "#mirror/person/outbox/item-content.ts";
import type { Arrival } from "#mirror/person/outbox/settle-and-claim.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { backoff } from "#platform/backoff.ts";
import type { Ports } from "#platform/ports.ts";
import type { Replayer } from "../replayers/replayer.ts";
import type { Connectivity } from "./connectivity.ts";
import type { LeaderTerm } from "./leadership.ts";
import { isPausing } from "./pauses.ts";

/** The parts of an engine. */
export interface EngineOptions {
  db: PersonDatabase;
  backend: Backend;
  connectivity: Connectivity;
  ports: Ports;
  replayers: Readonly<Record<ItemPayload["kind"], Replayer>>;
  /** Called when items arrived on the server, so that the caller can refresh what it shows. */
  drained?: () => void;
  /** Called when the backend does not accept the session any more. */
  sessionRefused?: () => void;
}

/**
 * The facts about a failed attempt that the drain needs; the item is kept together with the reason.
 */
export type AttemptEnd =
  | { kind: "unreachable" }
  /** The backend asked for a pause (ms), which applies to every item of the agent. */
  | { kind: "pause"; wait: number }
  | { kind: "sign-in" }
  | { kind: "other" };

/** An item that is marked as being sent, with what the attempt needs. */
export interface Sending {
  item: QueueItem;
  /** Reads what is sent, or has read it before. */
  content: () => Promise<Content>;
  /** Each of them aborts the attempt before its timeout. */
  endings: readonly AbortSignal[];
}

/**
 * After this time (ms) in which the next step has not ended, the replies of finished steps are
 * stored.
 */
const STEP_STORED_AFTER_MS = 1000;

/**
 * Sends one item that is marked as being sent. Aborts the attempt after its timeout, and gives it
 * up after twice the timeout if it ignores the abort. The caller still has to store the outcome.
 * @throws Fenced when another context drains meanwhile: the item is theirs, nothing was changed
 */
export async function makeAttempt(
  options: EngineOptions,
  term: LeaderTerm,
  sending: Sending,
): Promise<Outcome<Arrival>> {
  const outcome = await replay(options, attemptToken(term, sending.item), sending);
  // The term ended during the attempt: the next drainer finds the item in flight and revives it.
  if (term.signal.aborted) throw new Fenced();
  return outcome;
}

function attemptToken(term: LeaderTerm, item: QueueItem): AttemptToken {
  return { id: item.id, fence: term.fence, attempt: item.attempts };
}

async function replay(
  options: EngineOptions,
  token: AttemptToken,
  { item, content, endings }: Sending,
): Promise<Outcome<Arrival>> {
  const { clock } = options.ports;
  const limit = attemptTimeout(item);
  const cut = new AbortController();
  const abort = () => cut.abort();
  const cancelCut = clock.after(limit, abort);
  for (const ending of endings) {
    if (ending.aborted) abort();
    else ending.addEventListener("abort", abort, { once: true });
  }
  let cancelWatchdog = () => {};
  const watchdog = new Promise<Outcome<Arrival>>((resolve) => {
    cancelWatchdog = clock.after(2 * limit, () => resolve(unreachable("No progress")));
  });
  const steps = keepSteps(options, token);
  async function run(): Promise<Outcome<Arrival>> {
    const replay = options.replayers[item.payload.kind];
    return replay({
      item,
      db: options.db,
      backend: options.backend,
      now: clock.now,
      signal: cut.signal,
      content,
      ...steps.forReplayer,
    });
  }
  try {
    const outcome = await Promise.race([run(), watchdog]);
    // An item that arrives is removed, with its steps.
    if (outcome.kind !== "ok") await steps.store();
    return outcome;
  } catch (error) {
    if (error instanceof Fenced) throw error;
    const message = error instanceof Error ? error.message : "The device could not send it";
    return { kind: "later", cause: "busy", code: "device", message, retryAfterMs: null };
  } finally {
    cancelCut();
    cancelWatchdog();
    steps.end();
    for (const ending of endings) ending.removeEventListener("abort", abort);
  }
}

/**
 * Keeps the replies of an attempt's finished steps until they have to be stored: most items arrive a
 * moment later and need them no more. If the device dies before, the steps are repeated, which is
 * safe.
 */
function keepSteps({ db, ports }: EngineOptions, token: AttemptToken) {
  let unstored: Record<string, unknown> = {};
  let cancel = () => {};

  async function store(): Promise<void> {
    cancel();
    const replies = unstored;
    unstored = {};
    if (Object.keys(replies).length > 0) await recordSteps(db, token, replies);
  }
  function noteStep(step: string, reply: unknown): void {
    cancel();
    unstored = { ...unstored, [step]: reply };
    // A failure is not lost: what follows at the end of the attempt fails in the same way.
    cancel = ports.clock.after(STEP_STORED_AFTER_MS, () => void store().catch(() => undefined));
  }
  const recordStep = (step: string, reply: unknown) => recordSteps(db, token, { [step]: reply });
  return { forReplayer: { noteStep, recordStep }, store, end: () => cancel() };
}

/**
 * Maximum number of attempts for an item whose database statement takes too long: the database may
 * have been busy with other work.
 */
const MOST_LONG_TRIES = 5;

/**
 * Whether the only reason for a refusal is that the person is suspended. A table's refusal does not
 * show that; a hidden profile does.
 */
async function isSuspension(
  { db, backend }: EngineOptions,
  code: string,
): Promise<Outcome<boolean>> {
  if (code !== INSUFFICIENT_PRIVILEGE) return { kind: "ok", value: code === SUSPENDED };
  const profile = await backend.tables.readProfile(db.personId);
  return profile.kind === "ok" ? { kind: "ok", value: profile.value === null } : profile;
}

/**
 * Returns an item to the queue because nothing was answered, neither its call nor the probe beside
 * it. @throws Fenced like `makeAttempt`
 */
export async function keepUntried(
  { db }: EngineOptions,
  term: LeaderTerm,
  item: QueueItem,
): Promise<void> {
  await giveBack(db, attemptToken(term, item));
}

/** Stores the outcome of a failed attempt with its item. @throws Fenced like `makeAttempt` */
export async function keepForLater(
  options: EngineOptions,
  term: LeaderTerm,
  item: QueueItem,
  outcome: Exclude<Outcome<Arrival>, { kind: "ok" }>,
): Promise<AttemptEnd> {
  const { db, ports } = options;
  const token = attemptToken(term, item);
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
    case "never": {
      const suspension = await isSuspension(options, outcome.code);
      // The reason is not known yet: the person must not see the item as the cause.
      if (suspension.kind === "later" || suspension.kind === "sign-in") {
        return keepForLater(options, term, item, suspension);
      }
      if (suspension.kind === "ok" && suspension.value) {
        // Nothing is wrong with the item: it is sent when the suspension of the person ends.
        await holdForSignIn(db, token, { code: SUSPENDED, message: outcome.message });
        return { kind: "sign-in" };
      }
      if (outcome.code === QUERY_CANCELED && token.attempt < MOST_LONG_TRIES) {
        await tryAgain(outcome, null);
        return { kind: "other" };
      }
      await holdForAttention(db, token, { code: outcome.code, message: outcome.message });
      return { kind: "other" };
    }
    case "later": {
      const wait = await tryAgain(outcome, outcome.retryAfterMs);
      if (outcome.cause === "network") return { kind: "unreachable" };
      return isPausing(outcome.code) ? { kind: "pause", wait } : { kind: "other" };
    }
  }
}

/** Longer than the server waits for the AI provider. */
const BASE_MS = 90_000;
/** The slowest connection that is still worth the wait: 2G in a basement, about 64 kbit/s. */
const BYTES_PER_SECOND = 8_000;

/**
 * The timeout of one attempt, in ms: the time to send the item, and as long as the server may work
 * on it, which for a recording depends on its length.
 */
export function attemptTimeout({ size, payload }: Pick<QueueItem, "size" | "payload">): number {
  const sending = Math.ceil(size / BYTES_PER_SECOND) * 1000;
  const isRecording = audioOfPayload(payload) !== null;
  const transcribing = isRecording ? (size / RECORDED_BYTES_PER_MS) * GREATEST_REAL_TIME_FACTOR : 0;
  return BASE_MS + sending + transcribing;
}
