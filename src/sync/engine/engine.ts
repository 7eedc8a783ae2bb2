import { earliestDue, makeDueNow, releaseSignIn } from "#mirror/person/outbox/due.ts";
import { onOutboxChange } from "#mirror/person/outbox/outbox-changes.ts";
import { agentOfRow } from "#mirror/person/outbox/read-item.ts";
import type { StoredItem } from "#mirror/person/outbox/stored-item.ts";
import { countWaiting } from "#mirror/person/outbox/waiting.ts";
import { makingRoom } from "#mirror/person/recordings/make-room.ts";
import { waitUntil } from "#platform/backoff.ts";
import { createNotifier } from "#platform/notifier.ts";
import { createDrainLoop } from "../loop/drain-loop.ts";
import { drain } from "./drain.ts";
import type { EngineOptions } from "./engine-options.ts";
import { runAsLeader } from "./leadership.ts";
import { createPauses, keepsRetryTime } from "./pauses.ts";
import { tidyAudio } from "./tidy-audio.ts";

/**
 * Moves what a person made from the device to the server.
 *
 *                 settleAndClaimNext         settleAndClaimNext
 *   seal -> queued ------------------> sending ---------------> (gone: it is in the history)
 *             ^  ^                      | | | '- later --> waiting (until `due`) --> sending
 *             |  |                      | | '--- 401 ----> needs-sign-in --releaseSignIn--> queued
 *             |  '-- reviveInterrupted -' '----- refused-> needs-attention
 *             '----------------- retryItem -- waiting, needs-attention, needs-sign-in
 *
 *   A refusal of a suspended person is held like a 401. A row that this version can't read is held like
 *   a refused one when it is taken.
 *
 * Invariants
 * - An item leaves the queue only in the transaction that stores what it became, or by its person.
 * - One context drains at a time: a Web Lock, and a fence number checked by every write, because a
 *   frozen tab that resumes still believes it holds the lock.
 * - An attempt is written down before anything leaves the device; one that was interrupted is
 *   repeated, and the server answers the item's key with what it did the first time.
 * - Within a lane the order is kept; lanes do not wait for each other.
 * - Nothing expires. Being offline costs no attempt and signs nobody out.
 * - What the device fails at (a lost database connection, a full disk) is done again later, by itself;
 *   on a full disk, the sound of what arrived makes room first.
 * - Waits within a context are measured in ticks. A time that is stored is compared with the device's
 *   clock, which may be set back: nothing waits longer than the longest wait.
 */
export interface Engine {
  /** Begins to drain by itself: now, whenever something becomes due, and when told to wake. */
  start(): void;
  /**
   * Something changed: `network` and `visible` cut waits short, `retry` lifts pauses as well. Also after
   * the session was refused: one more refusal costs no attempt.
   */
  wake(why: "network" | "visible" | "retry"): void;
  /** Drains once, waiting for its turn. @returns how many items still wait */
  drainOnce(): Promise<number>;
  /** Ends everything; what was in flight is taken up again by the next drainer. */
  stop(): void;
}

export function createEngine(options: EngineOptions): Engine {
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
        // Nobody waits for it, and the lock is not held for it.
        tidying = tidyAudio(db, clock.now());
      }
      if (report.failures.length > 0) throw report.failures[0];
    });
  }

  /** Sends now; a drain that is under way looks again. */
  function run(): void {
    if (!loop.run()) newWork.notify();
  }

  /**
   * Makes what waits ready now, without the skipped, and sends. Its person is signed in while this
   * engine runs, so that goes for what a worker held for a sign-in as well.
   */
  function resume(skip?: (row: StoredItem) => boolean): void {
    if (sessionRefused) return;
    const release = async () => {
      await releaseSignIn(db);
      await makeDueNow(db, skip);
    };
    void loop.persist(() => makingRoom(db, release)).then(run);
  }

  /** How long until something becomes due, or a pause ends. */
  async function nextIn(): Promise<number | null> {
    const isPaused = (row: StoredItem) => pauses.isPaused(agentOfRow(row));
    const due = await earliestDue(db, isPaused);
    const ready = due === null ? null : waitUntil(due, clock.now());
    const waits = [ready, pauses.firstEndsIn()].filter((wait) => wait !== null);
    return waits.length === 0 ? null : Math.max(Math.min(...waits), connectivity.probeIn());
  }

  return {
    start() {
      resume(keepsRetryTime(clock.now()));
      endings.push(
        onOutboxChange(db, () => {
          if (loop.isRunning()) newWork.notify();
          else void loop.schedule();
        }),
        connectivity.subscribe((state) => {
          if (state === "up") resume(keepsRetryTime(clock.now()));
        }),
      );
    },

    wake(why) {
      // A page that froze when its session ended may find its person signed in again.
      sessionRefused = false;
      if (why === "retry") pauses.clear();
      connectivity.checkNow();
      loop.retryNow();
      resume(why === "retry" ? undefined : keepsRetryTime(clock.now()));
    },

    async drainOnce() {
      await drainAsLeader();
      await tidying;
      return countWaiting(db);
    },

    stop() {
      loop.stop();
      newWork.notify();
      for (const end of endings) end();
    },
  };
}
