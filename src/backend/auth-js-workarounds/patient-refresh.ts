/**
 * How long an answer is waited for (ms): auth-js would wait for ever, and everything that is sent with
 * it. Two tries take less than the lock over them is waited for.
 */
const PATIENCE_MS = 15_000;

/** Statuses below 500 that say "not now". */
const LATER = new Set([408, 425, 429]);

/**
 * auth-js ends an expired session at any answer below 500 to a refresh: also when a server has too
 * much to do, or when a network's login page says 403 in its place. Only a refusal in the auth
 * server's own words is final; what else is not a success becomes a 503, which is tried again.
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
