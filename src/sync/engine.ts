import { agentOfPayload, type QueueItem } from "@contracts/queue-item.ts";
import { countWaiting, earliestDue, hurry, releaseSignIn } from "../mirror/outbox.ts";
import { watch } from "../mirror/watch.ts";
import { backoff } from "./backoff.ts";
import { drain } from "./drain.ts";
import type { EngineOptions } from "./engine-options.ts";
import { lead } from "./leadership.ts";
import { createPauses, keepsItsTime } from "./pauses.ts";

/**
 * Moves what a person made from the device to the server.
 *
 *                      startAttempt               settleDone
 *   seal -> queued ------------------> sending ---------------> (gone: it is in the history)
 *             ^  ^                      | | | '- later --> waiting (until `due`) --startAttempt--> sending
 *             |  |                      | | '--- 401 ----> needs-sign-in --releaseSignIn--> queued
 *             |  '-- reviveInterrupted -' '----- refused-> needs-attention
 *             '----------------- retryItem -- waiting, needs-attention, needs-sign-in
 *
 * Invariants
 * - An item leaves the queue only in the transaction that stores what it became, or by its person.
 * - One context drains at a time: a Web Lock, and a fence number checked by every write, because a
 *   frozen tab that thaws still believes it holds the lock.
 * - An attempt is written down before anything leaves the device; one that was interrupted is
 *   repeated, and the server answers the item's key with what it did the first time.
 * - Within a lane the order is kept; lanes do not wait for each other.
 * - Nothing expires. Being offline costs no attempt and signs nobody out.
 */
export interface Engine {
  /** Begins to drain by itself: now, whenever something becomes due, and when told to wake. */
  start(): void;
  /** Something changed: `network` and `visible` cut waits short, `retry` lifts pauses as well. */
  wake(why: "network" | "visible" | "retry"): void;
  /** Drains once, waiting for its turn. @returns how many items still wait */
  drainOnce(): Promise<number>;
  /** Ends everything; what was in flight is taken up again by the next drainer. */
  stop(): void;
}

export function createEngine(options: EngineOptions): Engine {
  const { db, connectivity, ports } = options;
  const { clock } = ports;
  const stopped = new AbortController();
  const pauses = createPauses(clock.now);
  const nudge = createNudge();
  let running: Promise<void> | null = null;
  let sessionRefused = false;
  let breakdowns = 0;
  let cancelTimer = () => {};
  const endings: (() => void)[] = [];

  async function drainInTurn(): Promise<void> {
    await lead(db, ports, stopped.signal, async (term) => {
      const report = await drain(options, term, pauses, nudge.wait);
      if (report.sessionRefused) {
        sessionRefused = true;
        options.sessionRefused?.();
      }
      if (report.arrived > 0) options.drained?.();
    });
  }

  function run(): void {
    if (stopped.signal.aborted || sessionRefused) return;
    if (running !== null) {
      nudge.now();
      return;
    }
    cancelTimer();
    running = drainInTurn()
      .then(
        () => {
          breakdowns = 0;
        },
        // The device's own trouble (a lost database connection, a full disk): try again later.
        (error) => {
          if (stopped.signal.aborted) return;
          breakdowns += 1;
          console.error("Sending stopped:", error);
        },
      )
      .finally(() => {
        running = null;
        void schedule();
      });
  }

  /** Sets the timer for the next thing that becomes due; runs at once when something is. */
  async function schedule(): Promise<void> {
    if (stopped.signal.aborted || sessionRefused || running !== null) return;
    const isPaused = (item: QueueItem) => pauses.isPaused(agentOfPayload(item.payload));
    const ready = await earliestDue(db, isPaused).catch(() => null);
    const times = [ready, pauses.firstEnd()].filter((time) => time !== null);
    if (times.length === 0 || running !== null) return;
    const now = clock.now();
    const calm = breakdowns === 0 ? 0 : now + backoff(breakdowns, ports.random(), null);
    const at = Math.max(Math.min(...times), connectivity.nextProbeAt(), calm);
    cancelTimer();
    if (at <= now) run();
    else cancelTimer = clock.after(at - now, run);
  }

  return {
    start() {
      void releaseSignIn(db)
        .then(() => hurry(db, keepsItsTime))
        .then(run);
      endings.push(
        watch(db, earliestDue, (due) => {
          if (due === null) return;
          if (running !== null) nudge.now();
          else void schedule();
        }),
        connectivity.subscribe((state) => {
          if (state === "up") void hurry(db, keepsItsTime).then(run);
        }),
      );
    },

    wake(why) {
      if (why === "retry") pauses.clear();
      connectivity.hurry();
      void hurry(db, why === "retry" ? undefined : keepsItsTime).then(run);
    },

    async drainOnce() {
      await drainInTurn();
      return countWaiting(db);
    },

    stop() {
      stopped.abort();
      cancelTimer();
      nudge.now();
      for (const end of endings) end();
    },
  };
}

/** A bell: whoever waits is woken by the next ring. */
function createNudge() {
  let ring = () => {};
  let rung: Promise<void> = Promise.resolve();
  function reset(): void {
    rung = new Promise((resolve) => {
      ring = resolve;
    });
  }
  reset();
  return {
    wait: () => rung,
    now(): void {
      ring();
      reset();
    },
  };
}
