import { Fenced, lastHeartbeat, takeFence, writeHeartbeat } from "#mirror/person/outbox/fencing.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { drainLockName } from "#platform/lock-names.ts";
import { whenFrozen } from "#platform/page-lifecycle.ts";
import type { Ports } from "#platform/ports.ts";

/** How often the drainer shows that it is alive, and how often the others look. */
const HEARTBEAT_MS = 4_000;
/**
 * A drainer that showed nothing over this many looks is suspended (and keeps its locks): it is
 * replaced. Looks and not times: the device's clock may be set, and the whole device may sleep.
 */
const SILENT_LOOKS = 5;

/** One context's time as the only drainer. */
export interface LeaderTerm {
  fence: number;
  /** Aborts when the term is over: the engine stopped, or another context took over. */
  signal: AbortSignal;
}

/**
 * Waits for the person's drain lock, then does `work` as the only drainer over all tabs and the
 * worker. A holder that dies gives the lock back by itself, and a page that is told that it freezes
 * gives it up. One that is suspended untold is found by its missing heartbeat, and its lock is stolen. Should it
 * go on, its fence no longer fits and none of its writes count.
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
  // A frozen page would keep the lock, and be granted it, while nothing in it goes on.
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
    // Not by way of the lock: IndexedDB names its failures as the lock names a robbery.
    const served = serve(db, ports, over, work).catch((failure) => failures.push(failure));
    await Promise.race([served, givenUp]);
  }

  try {
    await untilAborted(ports.locks.request(name, { signal: waiting.signal }, granted));
    if (holderIsFrozen && !stop.aborted && !isGivenUp) {
      await untilAborted(ports.locks.request(name, { steal: true }, granted));
    }
    // What the term left under way stays as it is till then: cut off now, it would go on a little, ask
    // for the lock of the session and be granted that.
    await resumed;
  } finally {
    endWatch();
    // Reached early when the lock was stolen from this context: its term ends with that.
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
  const fence = await takeFence(db, ports.clock.now());
  let cancelHeartbeat = ports.clock.after(HEARTBEAT_MS, showLife);

  async function showLife(): Promise<void> {
    try {
      await writeHeartbeat(db, fence, ports.clock.now());
    } catch (error) {
      // The device's own trouble ends no term: whoever misses the beat for long takes over.
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

/** While waiting for the lock: looks whether its holder still beats. @returns a function that stops it */
function watchHolder(db: PersonDatabase, ports: Ports, frozen: () => void): () => void {
  let ended = false;
  let seen = "";
  let silentLooks = 0;
  let cancel = ports.clock.after(HEARTBEAT_MS, look);

  async function look(): Promise<void> {
    // What can't be seen is no silence.
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

/** A lock request that was withdrawn, or whose lock was stolen, ends quietly. */
async function untilAborted(request: Promise<void>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof Error && error.name === "AbortError")) throw error;
  }
}
