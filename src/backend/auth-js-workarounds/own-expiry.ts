/**
 * The auth server writes by its own clock when an access token expires. Where the device's clock is
 * an hour ahead, auth-js would take every token for expired and spend a refresh token on each request.
 * Told only how long the token lasts, it counts from the device's time.
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
