import type { SupabaseClient } from "@supabase/supabase-js";

/** As long as auth-js repeats a failure instead of asking again (ms), and a little more. */
const LONGEST_MS = 61_000;

/** Until when auth-js asks no more for a refresh that failed, by the device's clock (epoch ms). */
interface Failing {
  lastRefreshFailure?: { expiresAt: number } | null;
}

/**
 * auth-js answers a refresh that failed with the same failure for a minute, and measures that by the
 * device's clock. Was the clock set back meanwhile, by the network that has just come back say, the
 * minute would take as long as that, and nothing could be sent until then.
 */
export function forgetStrandedFailure({ auth }: SupabaseClient): void {
  const failing = auth as unknown as Failing;
  const until = failing.lastRefreshFailure?.expiresAt ?? 0;
  if (until - Date.now() > LONGEST_MS) failing.lastRefreshFailure = null;
}
