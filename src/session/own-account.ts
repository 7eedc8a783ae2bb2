import { type AuthCode, OVER_REQUEST_RATE_LIMIT } from "@contracts/auth-code.ts";
import type { AccountState, Identity } from "../backend/auth/account.ts";
import type { NewApp } from "../backend/auth/own-factors.ts";
import type { Factor } from "../backend/auth/second-factor.ts";
import type { Backend } from "../backend/backend.ts";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import { redirectToLink } from "./auth-redirect.ts";
import { connectedBackend, refreshIdentity, signOut, useSession } from "./session.ts";

export type { AccountState, Factor, Identity, NewApp };

/** Why a request about the account failed. */
export type AccountRefusal =
  | { kind: "unreachable" }
  | { kind: "signed-out" }
  | { kind: "wrong-password" }
  /** `seconds`: when the next attempt is accepted; null when unknown. */
  | { kind: "paused"; seconds: number | null }
  | { kind: "refused"; code: string; message: string };

export type AccountResult<T> = { kind: "ok"; value: T } | AccountRefusal;

/** Shown by authenticator apps beside the name of the account. */
const ISSUER = "Field Agents";

/** The auth server's codes for a wrong present password. */
const WRONG_PASSWORD: readonly string[] = [
  "current_password_mismatch",
  "current_password_required",
] satisfies AuthCode[];

function readSeconds({ retryAfterMs }: { retryAfterMs: number | null }): number | null {
  return retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1000);
}

async function asked<T>(ask: (backend: Backend) => Promise<Outcome<T>>): Promise<AccountResult<T>> {
  const backend = await connectedBackend();
  const outcome = backend === null ? unreachable() : await ask(backend);
  switch (outcome.kind) {
    case "ok":
      return outcome;
    case "sign-in":
      return { kind: "signed-out" };
    case "later":
      if (outcome.cause === "network") return { kind: "unreachable" };
      if (outcome.code === OVER_REQUEST_RATE_LIMIT)
        return { kind: "paused", seconds: readSeconds(outcome) };
  }
  return { kind: "refused", code: outcome.code, message: outcome.message };
}

/** The auth server's data about the signed-in person's account. */
export function readAccount(): Promise<AccountResult<AccountState>> {
  return asked(({ account }) => account.state());
}

/** Whether this session has verified a second factor; null while the backend code is not loaded. */
export async function hasProvenFactor(): Promise<boolean | null> {
  const backend = await connectedBackend();
  return backend === null ? null : backend.account.provenFactor();
}

export async function changeName(name: string): Promise<AccountResult<string>> {
  const me = useSession.getState().identity;
  if (me === null) return { kind: "signed-out" };
  const changed = await asked(({ account }) => account.setName(me.id, name));
  if (changed.kind === "ok") await refreshIdentity();
  return changed;
}

/** @param language ISO 639-1; null lets the transcriber find out */
export async function changeSpeechLanguage(
  language: string | null,
): Promise<AccountResult<string | null>> {
  const me = useSession.getState().identity;
  if (me === null) return { kind: "signed-out" };
  const changed = await asked(({ account }) => account.setSpeechLanguage(me.id, language));
  if (changed.kind === "ok") await refreshIdentity();
  return changed;
}

/**
 * Changes the password of a person who knows the present one, and signs them out on other devices.
 * Signs in with the present password first, because a hosted auth server checks it only if its
 * project requires that.
 * @returns whether the other devices were signed out
 */
export async function changePassword(
  email: string,
  current: string,
  next: string,
): Promise<AccountResult<boolean>> {
  const backend = await connectedBackend();
  if (backend === null) return { kind: "unreachable" };
  const pending = backend.openPendingSignIn();
  const known = await pending.signIn(email, current);
  const { told } = await pending.discard();
  // The change ends other sessions: an end that came after it would be refused.
  await told;
  if ("kind" in known) {
    if (known.kind === "unreachable" || known.kind === "paused") return known;
    if (known.kind !== "refused") return { kind: "wrong-password" };
    return { kind: "refused", code: "unknown", message: known.message };
  }
  const changed = await asked(({ account }) => account.setPassword(next, current));
  if (changed.kind === "refused" && WRONG_PASSWORD.includes(changed.code)) {
    return { kind: "wrong-password" };
  }
  if (changed.kind !== "ok") return changed;
  const ended = await backend.account.endSessions("others");
  return { kind: "ok", value: ended.kind === "ok" };
}

/** Signs out on every device, including this one. Without a connection, no device is signed out. */
export async function signOutEverywhere(): Promise<AccountResult<null>> {
  const ended = await asked(({ account }) => account.endSessions("global"));
  if (ended.kind === "ok") await signOut({ known: true });
  return ended;
}

/** Begins to add an authenticator app. */
export function beginApp(name: string): Promise<AccountResult<NewApp>> {
  return asked(({ account }) => account.beginApp(name, ISSUER));
}

/** Begins to add a phone. @param number E.164 @returns the factor's id */
export function beginPhone(name: string, number: string): Promise<AccountResult<string>> {
  return asked(({ account }) => account.beginPhone(name, number));
}

/** Adds a security key or passkey, which the browser asks for. */
export function addKey(name: string): Promise<AccountResult<null>> {
  return asked(({ account }) => account.addKey(name));
}

/** Has a code sent to a phone. @returns when another one can be sent (epoch ms) */
export function sendCode(factorId: string): Promise<AccountResult<number>> {
  return asked(({ account }) => account.sendCode(factorId));
}

/** Verifies an app or a phone with its code; a factor that is being added is then set up. */
export function proveFactor(
  factor: Pick<Factor, "id" | "kind">,
  code: string,
): Promise<AccountResult<null>> {
  return asked(({ account }) => account.proveFactor(factor, code));
}

/** Verifies a security key, which the browser asks for. */
export function proveKey(factorId: string): Promise<AccountResult<null>> {
  return asked(({ account }) => account.proveKey(factorId));
}

/** Removes a factor, including one that was not fully set up. */
export function removeFactor(factorId: string): Promise<AccountResult<null>> {
  return asked(({ account }) => account.removeFactor(factorId));
}

/**
 * Leaves the app to link an external provider to the account; the provider returns to the settings.
 */
export async function linkIdentity(provider: string): Promise<AccountResult<string>> {
  const address = await asked(({ account }) =>
    account.linkAddress(provider, `${location.origin}/settings`),
  );
  if (address.kind === "ok") redirectToLink(address.value);
  return address;
}

export function unlinkIdentity(identityId: string): Promise<AccountResult<null>> {
  return asked(({ account }) => account.unlink(identityId));
}
