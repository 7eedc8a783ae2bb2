import { beat, Fenced, lastBeat, takeFence } from "../mirror/drainer.ts";
import type { PersonDatabase } from "../mirror/person-database.ts";
import { drainLockName } from "./lock-names.ts";
import type { Ports } from "./ports.ts";

/** How often the drainer shows that it is alive, and how often the others look. */
const BEAT_MS = 4_000;
/** A drainer silent for this long is frozen (a suspended tab keeps its locks): it is replaced. */
const SILENCE_MS = 20_000;

/** One context's time as the only drainer. */
export interface Term {
  fence: number;
  /** Aborts when the term is over: the engine stopped, or another context took over. */
  signal: AbortSignal;
}

/**
 * Waits for the person's drain lock, then does `work` as the only drainer over all tabs and the
 * worker. A holder that dies gives the lock back by itself; one that freezes is found by its missing
 * beat and robbed of it. Should it thaw, its fence no longer fits and none of its writes count.
 * @param stop ends the wait or the term
 */
export async function lead(
  db: PersonDatabase,
  ports: Ports,
  stop: AbortSignal,
  work: (term: Term) => Promise<void>,
): Promise<void> {
  const name = drainLockName(db.personId);
  const waiting = new AbortController();
  const over = new AbortController();
  const end = () => {
    waiting.abort();
    over.abort();
  };
  stop.addEventListener("abort", end, { once: true });
  let holderIsFrozen = false;
  const endWatch = watchHolder(db, ports, () => {
    holderIsFrozen = true;
    waiting.abort();
  });

  async function granted(): Promise<void> {
    endWatch();
    if (!stop.aborted) await serve(db, ports, over, work);
  }

  try {
    await untilAborted(ports.locks.request(name, { signal: waiting.signal }, granted));
    if (holderIsFrozen && !stop.aborted) {
      await untilAborted(ports.locks.request(name, { steal: true }, granted));
    }
  } finally {
    endWatch();
    // Reached early when this context was itself robbed of the lock: its term ends with that.
    over.abort();
    stop.removeEventListener("abort", end);
  }
}

async function serve(
  db: PersonDatabase,
  ports: Ports,
  over: AbortController,
  work: (term: Term) => Promise<void>,
): Promise<void> {
  const fence = await takeFence(db, ports.clock.now());
  let cancelBeat = ports.clock.after(BEAT_MS, showLife);

  function showLife(): void {
    beat(db, fence, ports.clock.now()).then(
      () => {
        if (!over.signal.aborted) cancelBeat = ports.clock.after(BEAT_MS, showLife);
      },
      // Fenced, or the database is closed under us: either way this term is over.
      () => over.abort(),
    );
  }

  try {
    await work({ fence, signal: over.signal });
  } catch (error) {
    if (!(error instanceof Fenced)) throw error;
  } finally {
    over.abort();
    cancelBeat();
  }
}

/** While waiting for the lock: looks whether its holder still beats. @returns a function that stops it */
function watchHolder(db: PersonDatabase, ports: Ports, frozen: () => void): () => void {
  let ended = false;
  let cancel = ports.clock.after(BEAT_MS, look);

  function look(): void {
    lastBeat(db).then(
      (beatAt) => {
        if (ended) return;
        if (ports.clock.now() - beatAt > SILENCE_MS) frozen();
        else cancel = ports.clock.after(BEAT_MS, look);
      },
      // The database is closed: whoever closed it ends the wait too.
      () => undefined,
    );
  }

  return () => {
    ended = true;
    cancel();
  };
}

/** A lock request that was withdrawn or robbed ends quietly. */
async function untilAborted(request: Promise<void>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof Error && error.name === "AbortError")) throw error;
  }
}
