import { USER_BANNED } from "@contracts/auth-code.ts";
import type { ArrivedCode, MailedToken } from "../backend/auth/pending-sign-in.ts";
import type { SessionTokens } from "../backend/auth/tokens.ts";

/** A person who returned to the app through a link in a mail or from an external provider. */
export type AuthCallback =
  | ({ kind: "recovery" } & SessionTokens)
  | ({ kind: "mailed" } & MailedToken)
  | ({ kind: "external" } & ArrivedCode)
  /** The link or the provider failed, or the person is suspended. */
  | { kind: "failed"; from: "link" | "external" | "suspended" };

/**
 * The sessionStorage key that is set while this tab is at an external provider's sign-in page. Its
 * value is the secret with which the code is exchanged.
 */
export const PENDING_REDIRECT = "external-sign-in";
/** Its value while the provider is to be linked to an account. */
export const LINK_REDIRECT = "link";

/**
 * Reads the result of a sign-in from an address: a link in a mail has a token for the auth server in
 * the query, or leads to the auth server, which puts a session into the fragment. The code of a
 * provider is in the query, and the reason of a failure in either.
 * @param pending the value that this tab kept when it left for an external provider. Otherwise
 *   neither a code nor a session that is no link's is accepted, because an attacker could send an
 *   address that signs a person in to the attacker's account.
 */
function readAuthCallback(url: URL, pending: string | null): AuthCallback | null {
  const given = new URLSearchParams(url.hash.slice(1));
  const accessToken = given.get("access_token");
  const refreshToken = given.get("refresh_token");
  if (accessToken !== null && refreshToken !== null && isOfMail(given.get("type"))) {
    return { kind: "recovery", accessToken, refreshToken };
  }
  const tokenHash = url.searchParams.get("token_hash");
  const type = url.searchParams.get("type");
  if (tokenHash !== null && isOfMail(type)) return { kind: "mailed", tokenHash, type };
  const away = pending !== null;
  const code = url.searchParams.get("code");
  if (away && code !== null) return { kind: "external", code, verifier: pending };
  if (given.get("error_code") === USER_BANNED) return { kind: "failed", from: "suspended" };
  // A refused provider puts the error in the query instead.
  const failed = given.has("error") || (away && url.searchParams.has("error"));
  return failed ? { kind: "failed", from: away ? "external" : "link" } : null;
}

function isOfMail(type: string | null): type is MailedToken["type"] {
  return type === "recovery" || type === "invite";
}

/**
 * Reads the result of a sign-in and removes it from the address, before tokens get into the
 * browser history.
 */
export function takeAuthCallback(): AuthCallback | null {
  const pending = takePendingRedirect();
  const callback = readAuthCallback(new URL(location.href), pending);
  if (pending === LINK_REDIRECT && callback !== null) {
    // The signed-in person does not change; only whether the link succeeded is used.
    history.replaceState(null, "", `/settings?linked=${callback.kind === "external"}`);
    return null;
  }
  // The auth server redirects to the app's start address when it does not know the one it was
  // given.
  if (callback !== null) history.replaceState(null, "", "/auth");
  return callback;
}

/** Why this tab had left; null also when the browser blocks storage, so that it could not leave. */
function takePendingRedirect(): string | null {
  try {
    const pending = sessionStorage.getItem(PENDING_REDIRECT);
    sessionStorage.removeItem(PENDING_REDIRECT);
    return pending;
  } catch {
    return null;
  }
}
