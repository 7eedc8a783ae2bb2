/**
 * Removes `expires_at`, which the auth server computes with its own clock, from new sessions. On a
 * device whose clock is an hour ahead, auth-js would treat every token as expired and use up a
 * refresh token for each request. With only the lifetime, auth-js computes the expiry with the
 * device's clock. Upstream: https://github.com/supabase/auth-js/issues/926
 */
export function ownExpiry(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (!response.ok || !url.includes("/auth/v1/token")) return response;
    const body = await response.text();
    const { status, headers } = response;
    return new Response(withoutExpiry(body), { status, headers });
  };
}

function withoutExpiry(body: string): string {
  try {
    const session: unknown = JSON.parse(body);
    const isSession = typeof session === "object" && session !== null && "expires_in" in session;
    return isSession ? JSON.stringify({ ...session, expires_at: undefined }) : body;
  } catch {
    return body;
  }
}
