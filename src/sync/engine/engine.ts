import { earliestDue, releaseWaiting } from "#mirror/person/outbox/due.ts";
import { agentOfRow } from "#mirror/person/outbox/read-item.ts";
import type { StoredItem } from "#mirror/person/outbox/stored-item.ts";
import { countWaiting, onOutboxChange } from "#mirror/person/outbox/waiting.ts";
import { makingRoom } from "#mirror/person/recordings/make-room.ts";
import { waitUntil } from "#platform/backoff.ts";
import { createNotifier } from "#platform/notifier.ts";
import { tidyAudio } from "../../mirror/person/recordings/kept-audio.ts";
import { createDrainLoop } from "../loop/drain-loop.ts";
import type { EngineOptions } from "./attempt.ts";
import { drain } from "./drain.ts";
import { runAsLeader } from "./leadership.ts";
import { createPauses, keepsRetryTime } from "./pauses.ts";

/**
 * Moves what a person made from the device to the server.
 *
 *                 settleAndClaimNext         settleAndClaimNext
 *   seal -> queued ------------------> sending ---------------> (gone: it is in the history)
 *             ^  ^                      | | | '- later --> waiting (until `due`) --> sending
 *             |  |                      | | '--- 401 ----> needs-sign-in --releaseWaiting--> queued
 *             |  '-- reviveInterrupted,-' '----- refused-> needs-attention
 *             |      giveBack
 *             '----------------- retryItem -- waiting, needs-attention, needs-sign-in
 *
 *   After a refusal of a suspended person, an item is held as after a 401. A row that this version
 *   can't read is held as after a refusal when its turn comes.
 *
 * Invariants
 * - An item leaves the queue only in the transaction that stores its result, or when its person
 *   discards it.
 * - One context drains at a time: a Web Lock, and a fence number checked by every write, because a
 *   frozen tab that resumes still believes it holds the lock.
 * - An attempt is stored before anything is sent; an interrupted one is repeated, and the server
 *   answers the same key with the result of the first time.
 * - While answers are quick, up to three more items are claimed than there are lanes, and their bytes read,
 *   so that a free lane waits for nothing. A claim that is not used within two seconds is given back: what
 *   is discarded, taken back or left by a sign-out after that is not sent.
 * - Within a lane the order is kept; lanes do not wait for each other.
 * - Nothing expires. Being offline counts as no attempt and does not sign the person out: calls are
 *   made after the backend has answered, or, when the device reports that its network is back, beside
 *   the probe; if neither is answered, the items are given back.
 * - Work that fails on the device (lost database connection, full disk) is repeated automatically;
 *   on a full disk, the audio of arrived items is deleted first to make room.
 * - Waits within a context are measured in ticks. A stored time is compared with the system clock,
 *   which may be set back: so a time further away than the longest wait counts as reached.
 */
export function createEngine(options: EngineOptions) {
  const { db, connectivity, ports } = options;
  const { clock } = ports;
  const pauses = createPauses(clock.ticks);
  const newWork = createNotifier();
  let sessionRefused = false;
  let tidying: Promise<void> = Promise.resolve();
  const endings: (() => void)[] = [];

  const loop = createDrainLoop({
    ports,
    drain: () => makingRoom(db, drainAsLeader),
    nextIn,
    isHeld: () => sessionRefused,
  });

  async function drainAsLeader(): Promise<void> {
    await runAsLeader(db, ports, loop.stopped, async (term) => {
      const report = await drain(options, term, pauses, newWork.wait);
      if (report.sessionRefused) {
        sessionRefused = true;
        options.sessionRefused?.();
      }
      if (report.arrived > 0) {
        options.drained?.();
        // Runs in the background, without the drain lock.
        tidying = tidyAudio(db, clock.now());
      }
      if (report.failures.length > 0) throw report.failures[0];
    });
  }

  /** Starts a drain; a running drain checks the queue again. */
  function run(): void {
    if (!loop.run()) newWork.notify();
  }

  /**
   * Makes waiting items due now, except the skipped ones, and sends them. The person is signed in
   * while this engine runs, so it also releases the items that a worker held for a sign-in.
   */
  async function resume(skip?: (row: StoredItem) => boolean): Promise<void> {
    if (sessionRefused) return;
    await loop.persist(() => makingRoom(db, () => releaseWaiting(db, skip)));
    run();
  }

  /** How long until an item becomes due or a pause ends (ms); null when nothing waits. */
  async function nextIn(): Promise<number | null> {
    const isPaused = (row: StoredItem) => pauses.isPaused(agentOfRow(row));
    const due = await earliestDue(db, isPaused);
    const ready = due === null ? null : waitUntil(due, clock.now());
    const waits = [ready, pauses.firstEndsIn()].filter((wait) => wait !== null);
    return waits.length === 0 ? null : Math.max(Math.min(...waits), connectivity.probeIn());
  }

  return {
    /** Starts to drain automatically: now, whenever an item becomes due, and on `wake`. */
    start(): void {
      void resume(keepsRetryTime(clock.now()));
      endings.push(
        onOutboxChange(db, () => {
          if (loop.isRunning()) newWork.notify();
          else void loop.schedule();
        }),
        connectivity.subscribe((state) => {
          if (state === "up") void resume(keepsRetryTime(clock.now()));
        }),
      );
    },

    /**
     * Informs the engine that something changed: `network` and `visible` end waits early, `retry` also
     * ends pauses. Works also after the session was refused: one more refusal costs no attempt.
     * @returns resolves when what could be sent has been sent
     */
    async wake(why: "network" | "visible" | "retry"): Promise<void> {
      // A page that froze when its session ended may find its person signed in again.
      sessionRefused = false;
      if (why === "retry") pauses.clear();
      connectivity.checkNow();
      if (why === "network") connectivity.expectUp();
      loop.retryNow();
      await resume(why === "retry" ? undefined : keepsRetryTime(clock.now()));
      await loop.whenIdle();
    },

    /** Drains once, after waiting for the drain lock. @returns how many items still wait */
    async drainOnce(): Promise<number> {
      await drainAsLeader();
      await tidying;
      return countWaiting(db);
    },

    /** Stops all work; the next drainer sends the items that were in flight. */
    stop(): void {
      loop.stop();
      newWork.notify();
      for (const end of endings) end();
    },
  };
}
