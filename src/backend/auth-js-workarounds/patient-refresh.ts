/**
 * Time limit for a token refresh (ms). auth-js has none: an unanswered refresh would block every
 * request that needs the session. Two attempts take less time than `sessionLock` waits for its
 * lock.
 */
const PATIENCE_MS = 15_000;

/** Statuses below 500 that mean "try again later". */
const LATER = new Set([408, 425, 429]);

/**
 * Keeps auth-js from ending an expired session for a temporary failure. auth-js ends it at any
 * reply below 500 to a refresh, even when the server is overloaded or a network's login page
 * answers 403. Only a refusal with an error code of the auth server is final; every other failure
 * becomes a 503, after which auth-js tries again.
 * Upstream: https://github.com/supabase/supabase-js/issues/2145
 */
export function patientRefresh(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.includes("grant_type=refresh_token")) return fetch(input, init);
    const cut = new AbortController();
    const timer = setTimeout(() => cut.abort(), PATIENCE_MS);
    const response = await fetch(input, { ...init, signal: cut.signal }).finally(() =>
      clearTimeout(timer),
    );
    if (response.ok) return response;
    if (!LATER.has(response.status) && (await isRefusal(response.clone()))) return response;
    return new Response(null, { status: 503 });
  };
}

/** Newer auth servers give `error_code` or `code`, older ones `error`. */
async function isRefusal(response: Response): Promise<boolean> {
  try {
    const body: unknown = await response.json();
    return (
      typeof body === "object" &&
      body !== null &&
      ("error_code" in body || "code" in body || "error" in body)
    );
  } catch {
    return false;
  }
}
