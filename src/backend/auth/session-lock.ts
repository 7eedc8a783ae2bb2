import { NavigatorLockAcquireTimeoutError } from "@supabase/supabase-js";

/**
 * How long the lock is waited for (ms): longer than any refresh takes, shorter than an attempt to
 * send. Whoever holds it longer is a frozen tab, and the lock is stolen from it.
 */
const PATIENCE_MS = 45_000;

/**
 * Lets one client at a time work on the session, over all tabs and the worker. auth-js's own
 * `navigatorLock` waits for ever when supabase-js hands on no time limit, and fails the work whose lock was stolen: a
 * client that this happens to while it begins never works again. Here that work goes
 * on and counts.
 * @param acquireTimeout 0: not to wait at all
 * @throws NavigatorLockAcquireTimeoutError when it was not to wait and the lock is not free: auth-js then
 *   lets it be
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
    // Given up or stolen; or the work failed, and says so below.
    if (working === undefined) await locks.request(name, { steal: true }, begin).catch(() => {});
  } finally {
    clearTimeout(timer);
  }
  if (working === undefined) throw new NavigatorLockAcquireTimeoutError(`${name} is taken`);
  return working;
}
