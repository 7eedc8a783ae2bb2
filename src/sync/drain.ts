import { agentOfPayload, type QueueItem } from "@contracts/queue-item.ts";
import { reviveInterrupted, startDue } from "../mirror/attempts.ts";
import { type AttemptEnd, makeAttempt, settleAttempt } from "./attempt.ts";
import { LONGEST_WAIT_MS } from "./backoff.ts";
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
  /** Fenced, or what the device failed with. What was in flight then is revived by the next drain. */
  failures: unknown[];
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
  const report: DrainReport = { arrived: 0, sessionRefused: false, failures: [] };
  const inFlight = new Set<Promise<void>>();
  const settling = new Set<Promise<void>>();

  function note(item: QueueItem, end: AttemptEnd): void {
    if (end.kind === "unreachable") {
      connectivity.doubt();
      return;
    }
    connectivity.reportUp();
    if (end.kind === "arrived") report.arrived += 1;
    if (end.kind === "sign-in") report.sessionRefused = true;
    if (end.kind === "pause") pauses.pause(agentOfPayload(item.payload), end.wait);
  }

  /** An arrival is settled while the next call is on its way: the device's own work takes no lane. */
  function send(item: QueueItem): void {
    const attempt = makeAttempt(options, term, item);
    const settled = attempt
      .then(async (outcome) => note(item, await settleAttempt(options, term, item, outcome)))
      .catch((failure) => void report.failures.push(failure));
    const free = attempt.then(
      ({ kind }) => (kind === "ok" ? undefined : settled),
      () => settled,
    );
    enlist(settling, settled);
    enlist(inFlight, free);
  }

  const mayGoOn = () =>
    !term.signal.aborted && !report.sessionRefused && report.failures.length === 0;

  await reviveInterrupted(db, term.fence, ports.clock.now() + LONGEST_WAIT_MS);
  try {
    while (mayGoOn() && (await connectivity.ensureUp())) {
      // Taken before looking, so that work that comes while we look is not missed.
      const moreWork = nudged();
      const isPaused = (item: QueueItem) => pauses.isPaused(agentOfPayload(item.payload));
      const free = LANES - inFlight.size;
      const started = await startDue(db, term.fence, ports.clock.now(), free, isPaused);
      for (const item of started) send(item);
      if (settling.size === 0) break;
      await Promise.race([...inFlight, ...settling, moreWork]);
    }
  } catch (failure) {
    report.failures.push(failure);
  } finally {
    // The lock is held until nothing of this term is under way any more.
    await Promise.all(settling);
  }
  return report;
}

/** Keeps something under way among its like until it is over. */
function enlist(all: Set<Promise<void>>, work: Promise<void>): void {
  const listed = work.then(() => void all.delete(listed));
  all.add(listed);
}
