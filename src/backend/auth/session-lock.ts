import { NavigatorLockAcquireTimeoutError } from "@supabase/supabase-js";

/**
 * How long to wait for the lock (ms): longer than any refresh takes, shorter than an attempt to
 * send. A tab that holds the lock longer is frozen, and the lock is stolen from it.
 */
const PATIENCE_MS = 45_000;

/**
 * Lets one client at a time work on the session, across all tabs and the worker. It replaces
 * auth-js's own `navigatorLock` for two reasons: that one waits for ever when supabase-js passes no
 * time limit, and it rejects work whose lock was stolen, after which a client that was starting
 * never works again. Here such work continues, and its result is returned.
 * @param acquireTimeout 0: do not wait at all
 * @throws NavigatorLockAcquireTimeoutError when it must not wait and the lock is taken; auth-js
 *   then skips the work
 */
export async function sessionLock<T>(
  name: string,
  acquireTimeout: number,
  work: () => Promise<T>,
): Promise<T> {
  const { locks } = navigator;
  let working: Promise<T> | undefined;
  function begin(lock: Lock | null): Promise<T> | undefined {
    if (lock !== null) working = work();
    return working;
  }
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), PATIENCE_MS);
  const wanted = acquireTimeout === 0 ? { ifAvailable: true } : { signal: waiting.signal };
  try {
    await locks.request(name, wanted, (lock) => {
      clearTimeout(timer);
      return begin(lock);
    });
  } catch {
    // The wait ended or the lock was stolen; or the work failed, and its error is returned below.
    if (working === undefined) await locks.request(name, { steal: true }, begin).catch(() => {});
  } finally {
    clearTimeout(timer);
  }
  if (working === undefined) throw new NavigatorLockAcquireTimeoutError(`${name} is taken`);
  return working;
}
