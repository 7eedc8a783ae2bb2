import {
  beginTerm,
  Fenced,
  lastHeartbeat,
  writeHeartbeat,
} from "#mirror/person/outbox/attempts.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { LONGEST_WAIT_MS } from "#platform/backoff.ts";
import { drainLockName } from "#platform/lock-names.ts";
import { whenFrozen } from "#platform/page-lifecycle.ts";
import type { Ports } from "#platform/ports.ts";

/** How often the drainer writes its heartbeat, and how often waiting contexts check it (ms). */
const HEARTBEAT_MS = 4_000;
/**
 * After this many checks without a new heartbeat, the drainer counts as suspended (with its locks)
 * and is replaced. Checks are counted instead of time, because the clock may be set and the whole
 * device may sleep.
 */
const SILENT_LOOKS = 5;

/** The period in which one context is the only drainer. */
export interface LeaderTerm {
  fence: number;
  /** Aborts when the term is over: the engine stopped, or another context took over. */
  signal: AbortSignal;
}

/**
 * Waits for the person's drain lock, then does `work` as the only drainer across all tabs and the
 * worker. The browser releases the lock of a context that dies, and a page that gets a `freeze`
 * event releases it itself. A context that is suspended without that event is detected by its
 * missing heartbeat, and its lock is stolen. If it resumes, its fence is out of date, and all its
 * writes are rejected.
 * @param stop ends the wait or the term
 * @throws what the device or the work fails with
 */
export async function runAsLeader(
  db: PersonDatabase,
  ports: Ports,
  stop: AbortSignal,
  work: (term: LeaderTerm) => Promise<void>,
): Promise<void> {
  const name = drainLockName(db.personId);
  const waiting = new AbortController();
  const over = new AbortController();
  const end = () => {
    waiting.abort();
    over.abort();
  };
  stop.addEventListener("abort", end, { once: true });
  let isGivenUp = false;
  let release = () => {};
  const givenUp = new Promise<void>((resolve) => {
    release = resolve;
  });
  let resumed = Promise.resolve();
  // Otherwise a frozen page would keep the lock, or be granted it, while none of its code runs.
  const endFreezeWatch = whenFrozen((resuming) => {
    isGivenUp = true;
    resumed = resuming;
    waiting.abort();
    release();
  });
  const failures: unknown[] = [];
  let holderIsFrozen = false;
  const endWatch = watchHolder(db, ports, () => {
    holderIsFrozen = true;
    waiting.abort();
  });

  async function granted(): Promise<void> {
    endWatch();
    if (stop.aborted || isGivenUp) return;
    // Not thrown through the lock request: IndexedDB failures and a stolen lock have the same error
    // name, `AbortError`.
    const served = serve(db, ports, over, work).catch((failure) => failures.push(failure));
    await Promise.race([served, givenUp]);
  }

  try {
    await untilAborted(ports.locks.request(name, { signal: waiting.signal }, granted));
    if (holderIsFrozen && !stop.aborted && !isGivenUp) {
      await untilAborted(ports.locks.request(name, { steal: true }, granted));
    }
    // Leave running calls alone until the page resumes. If they were aborted now, their code would
    // run on for a moment, request the session lock and be granted it.
    await resumed;
  } finally {
    endWatch();
    // Reached early when the lock was stolen from this context, which ends its term.
    over.abort();
    stop.removeEventListener("abort", end);
    endFreezeWatch();
  }
  const [failure] = failures;
  if (failure !== undefined && !(failure instanceof Fenced)) throw failure;
}

async function serve(
  db: PersonDatabase,
  ports: Ports,
  over: AbortController,
  work: (term: LeaderTerm) => Promise<void>,
): Promise<void> {
  const now = ports.clock.now();
  const fence = await beginTerm(db, now, now + LONGEST_WAIT_MS);
  let cancelHeartbeat = ports.clock.after(HEARTBEAT_MS, showLife);

  async function showLife(): Promise<void> {
    try {
      await writeHeartbeat(db, fence, ports.clock.now());
    } catch (error) {
      // A failure of the device does not end the term; if the heartbeat is missing for long,
      // another context takes over.
      if (error instanceof Fenced) over.abort();
    }
    if (!over.signal.aborted) cancelHeartbeat = ports.clock.after(HEARTBEAT_MS, showLife);
  }

  try {
    await work({ fence, signal: over.signal });
  } finally {
    over.abort();
    cancelHeartbeat();
  }
}

/**
 * Checks the holder's heartbeat while this context waits for the lock. @returns a function that
 * stops it
 */
function watchHolder(db: PersonDatabase, ports: Ports, frozen: () => void): () => void {
  let ended = false;
  let seen = "";
  let silentLooks = 0;
  let cancel = ports.clock.after(HEARTBEAT_MS, look);

  async function look(): Promise<void> {
    // A heartbeat that cannot be read does not count as missing.
    const shown = await lastHeartbeat(db).catch(() => "");
    if (ended) return;
    silentLooks = shown !== "" && shown === seen ? silentLooks + 1 : 0;
    seen = shown;
    if (silentLooks >= SILENT_LOOKS) frozen();
    else cancel = ports.clock.after(HEARTBEAT_MS, look);
  }

  return () => {
    ended = true;
    cancel();
  };
}

/** Ends without an error when the lock request was aborted or its lock was stolen. */
async function untilAborted(request: Promise<void>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof Error && error.name === "AbortError")) throw error;
  }
}
