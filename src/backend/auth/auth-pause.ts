/**
 * When the auth server accepts attempts again (epoch ms), from its last 429 reply; null: it gave no
 * time.
 */
let openAt: number | null = null;

/**
 * Remembers how long the auth server asks us to wait before another attempt. auth-js returns the
 * error of a refusal, but not its `Retry-After` header.
 */
export function notePauses(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (response.status === 429 && url.includes("/auth/v1/")) {
      const given = response.headers.get("retry-after");
      const seconds = given === null ? Number.NaN : Number(given);
      openAt = Number.isFinite(seconds) ? Date.now() + seconds * 1000 : null;
    }
    return response;
  };
}

/** How long to wait after a refusal that has just arrived, in seconds; null when unknown. */
export function pauseSeconds(): number | null {
  if (openAt === null) return null;
  return Math.max(1, Math.ceil((openAt - Date.now()) / 1000));
}
