import { withinTime } from "../platform/within-time.ts";

/** A database that exists only for a moment. */
const NAME = "field-agents-renewal";

/** How long the app waits for the browser (ms). */
const PATIENCE_MS = 2000;

let renewed: Promise<void> | undefined;

/**
 * Makes Chromium begin a new log of its storage, once in each page and worker, before anything is
 * written there. Chromium keeps all databases of an origin in one LevelDB, whose writes go to a log
 * first, and goes on with the log of the last run. If the browser was killed in the middle of a
 * write, that log ends with a part of a record. Whatever is appended to it cannot be read at the
 * next start, and Chromium then deletes all databases of the origin, with the work that waits in
 * them (github.com/google/leveldb/issues/1287; seen in Chromium 156). The deletion of any database
 * makes LevelDB store what the log has and begin another log. Other browsers do not keep their
 * databases in LevelDB.
 */
export function renewLog(): Promise<void> {
  // A browser that refuses to store anything reports it when the app opens its own database.
  renewed ??= hasLevelDb()
    ? withinTime(
        PATIENCE_MS,
        renew().catch(() => undefined),
        undefined,
      )
    : Promise.resolve();
  return renewed;
}

/** Only Chromium has `userAgentData`. */
const hasLevelDb = () => "userAgentData" in (globalThis.navigator ?? {});

/** One page or worker at a time: an open waits for the deletion of another one. */
async function renew(): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  await navigator.locks.request(NAME, { signal }, async () => {
    const db = await done(indexedDB.open(NAME));
    db.close();
    await done(indexedDB.deleteDatabase(NAME));
  });
}

// Without Dexie, because the service worker answers with a page before it loads Dexie.

/** The result of a request to IndexedDB. @throws the error of the request */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
