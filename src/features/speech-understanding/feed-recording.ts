import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { readRecording, readRecordingFrom } from "#mirror/person/recordings/speech-drafts.ts";
import { watch } from "#mirror/watch.ts";
import { recordingsNow } from "#platform/lock-names.ts";
import type { Locks } from "#platform/ports.ts";
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
    // Before the row, because a tab writes the last chunk before it gives up the lock.
    const live = await recordingsNow(locks);
    const { recording, chunks } = await readRecordingFrom(db, id, next);
    if (recording === undefined) {
      hearing.cancel();
      return false;
    }
    for (const { seq, bytes } of chunks) {
      hearing.add(bytes);
      next = seq + 1;
    }
    if (chunks.length > 0) continue;
    if (recording.state === "sealed" || !live.has(id)) {
      hearing.end();
      return true;
    }
    await Promise.race([woken, over, wait(LOOK_EVERY_MS, signal)]);
  }
  return false;
}
