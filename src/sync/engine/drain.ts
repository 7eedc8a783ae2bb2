import { agentOfPayload, type QueueItem } from "@contracts/queue-item.ts";
import { agentOfRow } from "#mirror/person/outbox/read-item.ts";
import {
  type Arrived,
  pruneResults,
  settleAndClaimNext,
} from "#mirror/person/outbox/settle-and-claim.ts";
import type { StoredItem } from "#mirror/person/outbox/stored-item.ts";
import { pruneArrivedPhotos } from "#mirror/person/photos.ts";
import { createNotifier } from "#platform/notifier.ts";
import { type AttemptEnd, keepForLater, keepUntried, makeAttempt } from "./attempt.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { LeaderTerm } from "./leadership.ts";
import type { Pauses } from "./pauses.ts";
import { createReadAhead } from "./read-ahead.ts";

/**
 * Maximum number of calls in flight: enough to hide round trips, few enough for a slow connection.
 */
const LANES = 3;

/** The result of a drain. */
export interface DrainReport {
  arrived: number;
  /** The backend does not accept the session: nothing more can be sent until a sign-in. */
  sessionRefused: boolean;
  /**
   * `Fenced`, or failures of the device. The next drain revives the items that were in flight then.
   */
  failures: unknown[];
}

/**
 * Sends the due items, at most three at a time, until no item is due, the backend cannot be
 * reached, or the term is over.
 * @param woken resolves when there may be new items to send
 */
export async function drain(
  options: EngineOptions,
  term: LeaderTerm,
  pauses: Pauses,
  woken: () => Promise<void>,
): Promise<DrainReport> {
  const { db, connectivity, ports } = options;
  const report: DrainReport = { arrived: 0, sessionRefused: false, failures: [] };
  const inFlight = new Set<Promise<void>>();
  const anEnd = createNotifier();
  const readAhead = createReadAhead(db);
  const arrivedIds: string[] = [];
  let arrived: Arrived[] = [];
  /** The probe beside which the first calls are made; null: the backend answered before them. */
  let trial: Promise<boolean> | null = null;
  const unanswered = new AbortController();

  function note(item: QueueItem, end: AttemptEnd): void {
    if (end.kind === "unreachable") {
      connectivity.invalidate();
      return;
    }
    connectivity.reportUp();
    if (end.kind === "sign-in") report.sessionRefused = true;
    if (end.kind === "pause") pauses.pause(agentOfPayload(item.payload), end.wait);
  }

  async function attempt(item: QueueItem): Promise<void> {
    const probe = trial;
    const outcome = await makeAttempt(options, term, {
      item,
      content: readAhead.contentOf(item),
      endings: probe === null ? [term.signal] : [term.signal, unanswered.signal],
    });
    if (outcome.kind === "ok") {
      connectivity.reportUp();
      arrived.push({ ...outcome.value, id: item.id, attempt: item.attempts });
      return;
    }
    const isUnanswered = outcome.kind === "later" && outcome.cause === "network";
    if (isUnanswered && probe !== null && !(await probe)) return keepUntried(options, term, item);
    note(item, await keepForLater(options, term, item, outcome));
  }

  function send(item: QueueItem): void {
    const call = attempt(item)
      .catch((failure) => void report.failures.push(failure))
      .then(() => {
        inFlight.delete(call);
        anEnd.notify();
      });
    inFlight.add(call);
  }

  /** Settles the arrived items and starts to send at most `limit` new ones. */
  async function settleAndSend(limit: number): Promise<void> {
    const settled = arrived;
    arrived = [];
    const skip = pauses.isAny() ? (row: StoredItem) => pauses.isPaused(agentOfRow(row)) : null;
    const turn = { arrived: settled, limit, skip };
    const { started, next } = await settleAndClaimNext(db, term.fence, ports.clock.now(), turn);
    report.arrived += settled.length;
    arrivedIds.push(...settled.map(({ id }) => id));
    for (const item of started) send(item);
    if (limit > 0) readAhead.expect(next);
  }

  const mayGoOn = () =>
    !term.signal.aborted && !report.sessionRefused && report.failures.length === 0;

  try {
    if (mayGoOn() && connectivity.takeExpectation()) {
      // A round trip less until the first call. The probe still decides whether there is a network.
      trial = connectivity.ensureUp();
      void trial.then((isUp) => !isUp && unanswered.abort());
      await settleAndSend(LANES);
      await Promise.race([trial, ...inFlight]);
      trial = null;
    }
    while (mayGoOn() && (await connectivity.ensureUp())) {
      // Created before the queue is read, so that no change during the read is missed.
      const change = Promise.race([woken(), anEnd.wait()]);
      await settleAndSend(LANES - inFlight.size);
      if (arrived.length > 0) continue;
      if (inFlight.size === 0) break;
      await change;
    }
  } catch (failure) {
    report.failures.push(failure);
  }
  // Hold the lock until no call of this term is running any more.
  await Promise.all(inFlight);
  try {
    await settleAndSend(0);
    if (report.arrived > 0) await prune();
  } catch (failure) {
    report.failures.push(failure);
  }
  return report;

  /**
   * Once per drain, not per arrival: it reads the keys of all photos and replies. It is not urgent,
   * because the arrived photos took the same space before.
   */
  async function prune(): Promise<void> {
    await pruneArrivedPhotos(db, term.fence);
    await pruneResults(db, term.fence, arrivedIds);
  }
}
