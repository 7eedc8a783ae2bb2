import { liveQuery } from "dexie";
import type { PersonDatabase } from "./person-database.ts";

/**
 * Calls back with the result of a read of the mirror, at once and after every change to it, from
 * whichever tab or worker. @returns a function that stops it
 */
export function watch<T>(
  db: PersonDatabase,
  read: (db: PersonDatabase) => Promise<T>,
  changed: (value: T) => void,
): () => void {
  const subscription = liveQuery(() => read(db)).subscribe({
    next: changed,
    // The database was closed under the query: the person signed out, and nobody needs it.
    error: () => undefined,
  });
  return () => subscription.unsubscribe();
}
