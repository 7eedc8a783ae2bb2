import { agentOfPayload, type QueueItem } from "@contracts/queue-item.ts";
import { reviveInterrupted, startAttempt } from "../mirror/attempts.ts";
import { pickDue } from "../mirror/outbox.ts";
import { type AttemptEnd, runAttempt } from "./attempt.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { Term } from "./leadership.ts";
import type { Pauses } from "./pauses.ts";

/** Calls in flight at most: enough to hide round trips, few enough for a thin line. */
const LANES = 3;

/** How a drain ended. */
export interface DrainReport {
  arrived: number;
  /** The backend does not accept the session: nothing more can be sent until a sign-in. */
  sessionRefused: boolean;
}

/**
 * Sends what may be sent, at most three at a time, until nothing is left that may go now, the
 * backend can't be reached, or the term is over.
 * @param nudged resolves when there may be new work to pick up
 */
export async function drain(
  options: EngineOptions,
  term: Term,
  pauses: Pauses,
  nudged: () => Promise<void>,
): Promise<DrainReport> {
  const { db, connectivity, ports } = options;
  const report: DrainReport = { arrived: 0, sessionRefused: false };
  const inFlight = new Map<string, Promise<void>>();

  function note(item: QueueItem, end: AttemptEnd): void {
    if (end.kind === "unreachable") {
      connectivity.doubt();
      return;
    }
    connectivity.reportUp();
    if (end.kind === "arrived") report.arrived += 1;
    if (end.kind === "sign-in") report.sessionRefused = true;
    if (end.kind === "pause") pauses.pause(agentOfPayload(item.payload), end.until);
  }

  async function send(id: string): Promise<void> {
    const item = await startAttempt(db, id, term.fence);
    if (item !== null) note(item, await runAttempt(options, term, item));
  }

  await reviveInterrupted(db, term.fence);
  try {
    while (!term.signal.aborted && !report.sessionRefused && (await connectivity.ensureUp())) {
      // Taken before looking, so that work that comes while we look is not missed.
      const moreWork = nudged();
      const ready = await pickDue(db, ports.clock.now(), LANES - inFlight.size, (item) =>
        pauses.isPaused(agentOfPayload(item.payload)),
      );
      for (const { id } of ready) {
        if (inFlight.has(id)) continue;
        inFlight.set(
          id,
          send(id).finally(() => inFlight.delete(id)),
        );
      }
      if (inFlight.size === 0) break;
      await Promise.race([...inFlight.values(), moreWork]);
    }
  } finally {
    // The lock is held until nothing of this term is under way any more.
    await Promise.allSettled(inFlight.values());
  }
  return report;
}
