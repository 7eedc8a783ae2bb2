import { liveQuery, type Observable } from "dexie";

/**
 * A live query: reads at once and again after every change to what it read, from whichever tab or
 * worker.
 *
 * Dexie keeps track of what is read after an await inside a nested function only when the function it
 * was given is an async one. The linter keeps `liveQuery` itself to this file.
 */
export function observe<T>(read: () => Promise<T>): Observable<T> {
  return liveQuery(async () => read());
}
