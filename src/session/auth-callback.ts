import { USER_BANNED } from "@contracts/auth-code.ts";
/** Somebody whom a link in a mail, or another sign-in, brought back to the app. */
export type AuthCallback =
  | { kind: "recovery" | "external"; accessToken: string; refreshToken: string }
  /** The link or the other sign-in brought nobody, or somebody who may not come in. */
  | { kind: "failed"; from: "link" | "external" | "suspended" };

/** Set while this tab is away at another sign-in. */
export const PENDING_REDIRECT = "external-sign-in";
/** What it is set to while the other sign-in is to be added to an account. */
export const LINK_REDIRECT = "link";

/**
 * Reads who arrives with an address; the auth server puts it into the fragment.
 * @param away this tab left for another sign-in. Without it a session is not taken: an address sent
 * by somebody else must not sign a person in as them unawares.
 */
export function readAuthCallback(url: URL, away: boolean): AuthCallback | null {
  const given = new URLSearchParams(url.hash.slice(1));
  const accessToken = given.get("access_token");
  const refreshToken = given.get("refresh_token");
  if (accessToken !== null && refreshToken !== null) {
    const recovery = given.get("type") === "recovery";
    if (!recovery && !away) return null;
    return { kind: recovery ? "recovery" : "external", accessToken, refreshToken };
  }
  if (given.get("error_code") === USER_BANNED) return { kind: "failed", from: "suspended" };
  // Providers that were refused answer in the query as well.
  const failed = given.has("error") || (away && url.searchParams.has("error"));
  return failed ? { kind: "failed", from: away ? "external" : "link" } : null;
}

/** Takes who arrives out of the address, before the tokens in it get into the history. */
export function takeAuthCallback(): AuthCallback | null {
  const pending = takePendingRedirect();
  const callback = readAuthCallback(new URL(location.href), pending !== null);
  if (pending === LINK_REDIRECT && callback !== null) {
    // Whoever is signed in stays so: of who comes back, only whether it worked is taken.
    history.replaceState(null, "", `/settings?linked=${callback.kind === "external"}`);
    return null;
  }
  // The auth server goes to the app's own address when it does not know the one it was given.
  if (callback !== null) history.replaceState(null, "", "/auth");
  return callback;
}

/** Why this tab was away; null also where the browser blocks storage, and nobody could leave. */
function takePendingRedirect(): string | null {
  try {
    const pending = sessionStorage.getItem(PENDING_REDIRECT);
    sessionStorage.removeItem(PENDING_REDIRECT);
    return pending;
  } catch {
    return null;
  }
}
