/** When the auth server takes attempts again (epoch ms), as it said last; null: it said nothing. */
let openAt: number | null = null;

/**
 * Remembers how long the auth server asks to wait before another attempt: auth-js hands on what a
 * refusal says, and not the header that says when it is over.
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

/** Of a refusal that has just come: how long to wait, in seconds; null when nobody knows. */
export function pauseSeconds(): number | null {
  if (openAt === null) return null;
  return Math.max(1, Math.ceil((openAt - Date.now()) / 1000));
}
