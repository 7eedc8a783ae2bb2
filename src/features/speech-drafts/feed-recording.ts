import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { chunksFrom, readRecording } from "#mirror/person/recordings/speech-drafts.ts";
import { watch } from "#mirror/watch.ts";
import type { Locks } from "#platform/ports.ts";
import { recordingsNow } from "#platform/recording-lock.ts";
import type { Hearing } from "./hearer.ts";

/** A tab that is killed while it records changes no row: it is looked for this often (ms). */
const LOOK_EVERY_MS = 5_000;

interface Source {
  db: PersonDatabase;
  id: string;
  locks: Locks;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Hands a recording over to a hearing, chunk by chunk: as it is recorded, if it is not over yet.
 * Cancels the hearing when the recording has arrived or was discarded, also after its end was handed
 * over.
 * @returns whether all of it was handed over; false when the hearing ended before
 */
export async function feedRecording(source: Source, hearing: Hearing): Promise<boolean> {
  const { db, id, locks, wait, signal } = source;
  let isOver = false;
  const over = hearing.result.then(() => {
    isOver = true;
  });
  let wake = () => {};
  const endWatch = watch(
    db,
    () => readRecording(db, id),
    (recording) => {
      if (recording === undefined) hearing.cancel();
      wake();
    },
  );
  void over.then(endWatch);
  let next = 0;
  while (!isOver) {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    // In this order: when a recording is over, all of its chunks are written.
    const recording = await readRecording(db, id);
    const isLive = recording?.state === "recording" && (await recordingsNow(locks)).has(id);
    const fresh = await chunksFrom(db, id, next);
    for (const { seq, bytes } of fresh) {
      hearing.add(bytes);
      next = seq + 1;
    }
    if (fresh.length > 0) continue;
    if (!isLive) {
      hearing.end();
      return true;
    }
    await Promise.race([woken, over, wait(LOOK_EVERY_MS, signal)]);
  }
  return false;
}
