import type { SupabaseClient } from "@supabase/supabase-js";

/** How long auth-js repeats a failure instead of asking again (ms), plus a margin. */
const LONGEST_MS = 61_000;

/**
 * The private field of auth-js with the time until which it repeats a failed refresh (epoch ms, device
 * clock).
 */
interface Failing {
  lastRefreshFailure?: { expiresAt: number } | null;
}

/**
 * Deletes a refresh failure that auth-js would repeat for too long. After a failed refresh, auth-js
 * repeats the failure for a minute, measured with the device's clock. If the clock is set back
 * meanwhile (for example when the network comes back), the minute becomes as long as the change,
 * and nothing could be sent until then. Not reported upstream yet: `lastRefreshFailure` in auth-js
 * 2.109.
 */
export function forgetStrandedFailure({ auth }: SupabaseClient): void {
  const failing = auth as unknown as Failing;
  const until = failing.lastRefreshFailure?.expiresAt ?? 0;
  if (until - Date.now() > LONGEST_MS) failing.lastRefreshFailure = null;
}
