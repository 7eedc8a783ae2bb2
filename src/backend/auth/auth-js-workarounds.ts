import { NavigatorLockAcquireTimeoutError, type SupabaseClient } from "@supabase/supabase-js";

type Fetch = typeof globalThis.fetch;

/** The address of a request. */
export const requestAddress = (input: Parameters<Fetch>[0]) =>
  input instanceof Request ? input.url : String(input);

/** The object in a JSON text; empty if there is none. */
export function readObject(json: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}

/**
 * Removes `expires_at`, which the auth server computes with its own clock, from new sessions. On a
 * device whose clock is an hour ahead, auth-js would treat every token as expired and use up a
 * refresh token for each request. With only the lifetime, auth-js computes the expiry with the
 * device's clock. Upstream: https://github.com/supabase/auth-js/issues/926
 */
export function ownExpiry(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || !requestAddress(input).includes("/auth/v1/token")) return response;
    const body = await response.text();
    const session = readObject(body);
    const { status, headers } = response;
    const own =
      "expires_at" in session ? JSON.stringify({ ...session, expires_at: undefined }) : body;
    return new Response(own, { status, headers });
  };
}

/**
 * Time limit for a token refresh (ms). auth-js has none: an unanswered refresh would block every
 * request that needs the session. Two attempts take less time than `sessionLock` waits for its
 * lock.
 */
const REFRESH_MS = 15_000;

/** Statuses below 500 that mean "try again later". */
const LATER = new Set([408, 425, 429]);

/**
 * Keeps auth-js from ending an expired session for a temporary failure. auth-js ends it at any
 * reply below 500 to a refresh, even when the server is overloaded or a network's login page
 * answers 403. Only a refusal with an error code of the auth server is final (newer ones give
 * `error_code` or `code`, older ones `error`); every other failure becomes a 503, after which
 * auth-js tries again. Upstream: https://github.com/supabase/supabase-js/issues/2145
 */
export function patientRefresh(fetch: Fetch): Fetch {
  return async (input, init) => {
    if (!requestAddress(input).includes("grant_type=refresh_token")) return fetch(input, init);
    const cut = new AbortController();
    const timer = setTimeout(() => cut.abort(), REFRESH_MS);
    const response = await fetch(input, { ...init, signal: cut.signal }).finally(() =>
      clearTimeout(timer),
    );
    if (response.ok) return response;
    const body = readObject(
      await response
        .clone()
        .text()
        .catch(() => ""),
    );
    const isRefusal = "error_code" in body || "code" in body || "error" in body;
    if (isRefusal && !LATER.has(response.status)) return response;
    return new Response(null, { status: 503 });
  };
}

/**
 * When the auth server accepts attempts again (epoch ms), from its last 429 reply; null: it gave no
 * time.
 */
let openAt: number | null = null;

/**
 * Remembers how long the auth server asks us to wait before another attempt. auth-js returns the
 * error of a refusal, but not its `Retry-After` header.
 */
export function notePauses(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 429 && requestAddress(input).includes("/auth/v1/")) {
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      openAt = Number.isFinite(seconds) ? Date.now() + seconds * 1000 : null;
    }
    return response;
  };
}

/** How long to wait after a refusal that has just arrived, in seconds; null when unknown. */
export const pauseSeconds = (): number | null =>
  openAt === null ? null : Math.max(1, Math.ceil((openAt - Date.now()) / 1000));

/**
 * How long to wait for the lock (ms): longer than any refresh takes, shorter than an attempt to
 * send. A tab that holds the lock longer is frozen, and the lock is stolen from it.
 */
const LOCK_MS = 45_000;

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
  const timer = setTimeout(() => waiting.abort(), LOCK_MS);
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

/** How long auth-js repeats a failure instead of asking again (ms), plus a margin. */
const LONGEST_MS = 61_000;

/**
 * Deletes a refresh failure that auth-js would repeat for too long. After a failed refresh, auth-js
 * repeats the failure for a minute, measured with the device's clock. If the clock is set back
 * meanwhile (for example when the network comes back), the minute becomes as long as the change,
 * and nothing could be sent until then. Not reported upstream yet: the private `lastRefreshFailure`
 * in auth-js 2.109.
 */
export function forgetStrandedFailure({ auth }: SupabaseClient): void {
  const failing = auth as unknown as { lastRefreshFailure?: { expiresAt: number } | null };
  const until = failing.lastRefreshFailure?.expiresAt ?? 0;
  if (until - Date.now() > LONGEST_MS) failing.lastRefreshFailure = null;
}
