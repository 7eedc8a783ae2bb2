import { type AuthCode, OVER_REQUEST_RATE_LIMIT } from "@contracts/auth-code.ts";
import type { AccountState, Identity, NewApp } from "../backend/auth/account.ts";
import type { Factor } from "../backend/auth/second-factor.ts";
import type { Backend } from "../backend/backend.ts";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import { LINK_REDIRECT, PENDING_REDIRECT } from "./auth-callback.ts";
import { finishRemoval, noteRemoval } from "./finish-removal.ts";
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

/** The auth server's codes for a wrong present password. */
const WRONG_PASSWORD: readonly string[] = [
  "current_password_mismatch",
  "current_password_required",
] satisfies AuthCode[];

/** Asks the auth server about the account of the person signed in, or to change it. */
export async function askAccount<T>(
  ask: (account: Backend["account"]) => Promise<Outcome<T>>,
): Promise<AccountResult<T>> {
  const backend = await connectedBackend();
  const outcome = backend === null ? unreachable() : await ask(backend.account);
  switch (outcome.kind) {
    case "ok":
      return outcome;
    case "sign-in":
      return { kind: "signed-out" };
    case "later":
      if (outcome.cause === "network") return { kind: "unreachable" };
      if (outcome.code === OVER_REQUEST_RATE_LIMIT) {
        const { retryAfterMs: ms } = outcome;
        return { kind: "paused", seconds: ms === null ? null : Math.ceil(ms / 1000) };
      }
  }
  return { kind: "refused", code: outcome.code, message: outcome.message };
}

/** Makes a change to the signed-in person's account that their identity shows. */
async function changeOwn<T>(
  change: (account: Backend["account"], me: string) => Promise<Outcome<T>>,
): Promise<AccountResult<T>> {
  const me = useSession.getState().identity;
  if (me === null) return { kind: "signed-out" };
  const changed = await askAccount((account) => change(account, me.id));
  if (changed.kind === "ok") await refreshIdentity();
  return changed;
}

/** Whether this session has verified a second factor; null while the backend code is not loaded. */
export async function hasProvenFactor(): Promise<boolean | null> {
  const backend = await connectedBackend();
  return backend === null ? null : backend.account.provenFactor();
}

export const changeName = (name: string) => changeOwn((account, me) => account.setName(me, name));

/** @param language ISO 639-1; null lets the transcriber find out */
export const changeSpeechLanguage = (language: string | null) =>
  changeOwn((account, me) => account.setSpeechLanguage(me, language));

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
  const changed = await askAccount((account) => account.setPassword(next, current));
  if (changed.kind === "refused" && WRONG_PASSWORD.includes(changed.code)) {
    return { kind: "wrong-password" };
  }
  if (changed.kind !== "ok") return changed;
  const ended = await backend.account.endSessions("others");
  return { kind: "ok", value: ended.kind === "ok" };
}

/** Signs out on every device, including this one. Without a connection, no device is signed out. */
export async function signOutEverywhere(): Promise<AccountResult<unknown>> {
  const ended = await askAccount((account) => account.endSessions("global"));
  if (ended.kind === "ok") await signOut({ known: true });
  return ended;
}

/**
 * Signs a person out and deletes all their data on this device, with or without a network.
 * @returns like `finishRemoval`
 */
export async function removeFromDevice(personId: string): Promise<"removed" | "held"> {
  // One transaction: after a kill before it, nothing has changed; after a kill behind it, the next
  // start finishes. It also signs out the other tabs and the worker, so that they write nothing
  // more.
  await signOut({ noting: (values) => noteRemoval(personId, values) });
  return finishRemoval();
}

/**
 * Leaves the app to link an external provider to the account; the provider returns to the settings.
 */
export async function linkIdentity(provider: string): Promise<AccountResult<string>> {
  const address = await askAccount((account) =>
    account.linkAddress(provider, `${location.origin}/settings`),
  );
  if (address.kind === "ok") {
    sessionStorage.setItem(PENDING_REDIRECT, LINK_REDIRECT);
    location.assign(address.value);
  }
  return address;
}
