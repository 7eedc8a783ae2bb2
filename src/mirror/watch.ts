import { observe } from "./observe.ts";
import type { PersonDatabase } from "./person/person-database.ts";

/** Pause before the next read after two failures in a row (ms). */
const PAUSE_MS = 2000;

/**
 * Calls `changed` with the result of a read of the mirror, at once and after every change in any
 * tab or worker. A read that fails because the database connection is lost is repeated.
 * @returns a function that stops it
 */
export function watch<T>(
  db: PersonDatabase,
  read: (db: PersonDatabase) => Promise<T>,
  changed: (value: T) => void,
): () => void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let subscription = follow();

  function follow() {
    return observe(() => {
      const reading = read(db);
      // Caught here, because Dexie does not report a lost connection to its subscribers.
      reading.catch(followAgain);
      return reading;
    }).subscribe({
      next(value) {
        failures = 0;
        changed(value);
      },
      error: () => undefined,
    });
  }

  function followAgain(): void {
    // The database was closed because the person signed out: stop.
    if (db.hasBeenClosed() || subscription.closed) return;
    subscription.unsubscribe();
    timer = setTimeout(
      () => {
        subscription = follow();
      },
      failures === 0 ? 0 : PAUSE_MS,
    );
    failures += 1;
  }

  return () => {
    clearTimeout(timer);
    subscription.unsubscribe();
  };
}
