import { agentOfPayload, type QueueItem } from "@contracts/queue-item.ts";
import { agentOfRow } from "#mirror/person/outbox/read-item.ts";
import {
  type Arrived,
  pruneArrivedPhotos,
  pruneResults,
  settleAndClaimNext,
} from "#mirror/person/outbox/settle-and-claim.ts";
import type { StoredItem } from "#mirror/person/outbox/stored-item.ts";
import { createNotifier } from "#platform/notifier.ts";
import {
  type AttemptEnd,
  type EngineOptions,
  keepForLater,
  keepUntried,
  makeAttempt,
} from "./attempt.ts";
import { CLAIM_GOOD_MS, type Claimed, createClaimedAhead } from "./claimed-ahead.ts";
import type { LeaderTerm } from "./leadership.ts";
import type { Pauses } from "./pauses.ts";

/**
 * Maximum number of calls in flight: enough to hide round trips, few enough for a slow connection.
 */
const LANES = 3;
/**
 * How many more items are claimed while calls are quick, so that a lane that becomes free sends the
 * next one before the queue has stored what arrived.
 */
const AHEAD = 3;
/** Items are claimed ahead while answers take less than this (ms): otherwise they would only wait. */
const QUICK_MS = 1000;

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
  const claimed = createClaimedAhead(db, ports.clock);
  /** How many items are claimed besides those in flight. */
  let ahead = 0;
  let isOver = false;
  let cancelLook = () => {};
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

  /** @param begun when its request was made, in ticks */
  function noteAnswer(begun: number): void {
    ahead = ports.clock.ticks() - begun < QUICK_MS ? AHEAD : 0;
  }

  async function attempt({ item, content }: Claimed): Promise<void> {
    const probe = trial;
    const begun = ports.clock.ticks();
    const outcome = await makeAttempt(options, term, {
      item,
      content,
      endings: probe === null ? [term.signal] : [term.signal, unanswered.signal],
    });
    if (outcome.kind === "ok") {
      connectivity.reportUp();
      noteAnswer(begun);
      arrived.push({ ...outcome.value, id: item.id, attempt: item.attempts });
      return;
    }
    const isUnanswered = outcome.kind === "later" && outcome.cause === "network";
    if (isUnanswered && probe !== null && !(await probe)) return keepUntried(options, term, item);
    note(item, await keepForLater(options, term, item, outcome));
  }

  function send(claim: Claimed): void {
    const call = attempt(claim)
      .catch((failure) => void report.failures.push(failure))
      .then(() => {
        inFlight.delete(call);
        if (connectivity.answeredLately()) sendClaimed();
        anEnd.notify();
      });
    inFlight.add(call);
  }

  const maySend = (item: QueueItem) => !pauses.isPaused(agentOfPayload(item.payload));

  /** Fills the free lanes with claimed items. */
  function sendClaimed(): void {
    while (mayGoOn() && !isOver && inFlight.size < LANES) {
      const next = claimed.take(maySend);
      if (next === undefined) return;
      send(next);
    }
  }

  async function giveBack(items: readonly QueueItem[]): Promise<void> {
    for (const item of items) await keepUntried(options, term, item);
  }

  /** Settles the arrived items and claims at most `limit` new ones. */
  async function settleAndClaim(limit: number): Promise<void> {
    const settled = arrived;
    arrived = [];
    const skip = pauses.isAny() ? (row: StoredItem) => pauses.isPaused(agentOfRow(row)) : null;
    const turn = { arrived: settled, limit, skip };
    claimed.add(await settleAndClaimNext(db, term.fence, ports.clock.now(), turn));
    report.arrived += settled.length;
    arrivedIds.push(...settled.map(({ id }) => id));
  }

  /** Stores what has arrived, and has every lane send if there is something to send. */
  async function goOn(): Promise<void> {
    const unsent = claimed.takeOthers(maySend);
    if (unsent.length > 0) {
      // A call has become slow.
      ahead = 0;
      await giveBack(unsent);
    }
    await settleAndClaim(LANES + ahead - inFlight.size - claimed.count());
    sendClaimed();
    cancelLook();
    if (claimed.count() > 0) cancelLook = ports.clock.after(CLAIM_GOOD_MS, anEnd.notify);
  }

  const mayGoOn = () =>
    !term.signal.aborted && !report.sessionRefused && report.failures.length === 0;

  try {
    if (mayGoOn() && connectivity.takeExpectation()) {
      // A round trip less until the first call. The probe still decides whether there is a network.
      const begun = ports.clock.ticks();
      trial = connectivity.ensureUp();
      void trial.then((isUp) => (isUp ? noteAnswer(begun) : unanswered.abort()));
      await goOn();
      await Promise.race([trial, ...inFlight]);
      trial = null;
    }
    while (mayGoOn() && (await connectivity.ensureUp())) {
      // Created before the queue is read, so that no change during the read is missed.
      const change = Promise.race([woken(), anEnd.wait()]);
      await goOn();
      if (arrived.length > 0) continue;
      if (inFlight.size === 0) break;
      await change;
    }
  } catch (failure) {
    report.failures.push(failure);
  }
  isOver = true;
  cancelLook();
  // Hold the lock until no call of this term is running any more.
  await Promise.all(inFlight);
  try {
    await giveBack(claimed.takeOthers(() => false));
    await settleAndClaim(0);
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
