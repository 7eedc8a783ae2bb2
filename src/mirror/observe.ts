import { liveQuery, type Observable } from "dexie";

/**
 * A live query: reads at once and again after every change to the data it read, in any tab or
 * worker.
 *
 * Dexie tracks reads after an await in a nested function only if the function passed to `liveQuery`
 * is async, as it is here. A lint rule allows `liveQuery` only in this file.
 */
export const observe = <T>(read: () => Promise<T>): Observable<T> => liveQuery(async () => read());
