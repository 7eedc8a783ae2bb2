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

/** Shown by authenticator apps beside the name of the account. */
const ISSUER = "Field Agents";

/** The auth server's codes for a wrong present password. */
const WRONG_PASSWORD: readonly string[] = [
  "current_password_mismatch",
  "current_password_required",
] satisfies AuthCode[];

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
  const changed = await asked(({ account }) => change(account, me.id));
  if (changed.kind === "ok") await refreshIdentity();
  return changed;
}

/** The auth server's data about the signed-in person's account. */
export const readAccount = () => asked(({ account }) => account.state());

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
  const changed = await asked(({ account }) => account.setPassword(next, current));
  if (changed.kind === "refused" && WRONG_PASSWORD.includes(changed.code)) {
    return { kind: "wrong-password" };
  }
  if (changed.kind !== "ok") return changed;
  const ended = await backend.account.endSessions("others");
  return { kind: "ok", value: ended.kind === "ok" };
}

/** Signs out on every device, including this one. Without a connection, no device is signed out. */
export async function signOutEverywhere(): Promise<AccountResult<unknown>> {
  const ended = await asked(({ account }) => account.endSessions("global"));
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

/** Begins to add an authenticator app. */
export const beginApp = (name: string) => asked(({ account }) => account.beginApp(name, ISSUER));

/** Begins to add a phone. @param number E.164 @returns the factor's id */
export const beginPhone = (name: string, number: string) =>
  asked(({ account }) => account.beginPhone(name, number));

/** Adds a security key or passkey, which the browser asks for. */
export const addKey = (name: string) => asked(({ account }) => account.addKey(name));

/** Has a code sent to a phone. @returns when another one can be sent (epoch ms) */
export const sendCode = (factorId: string) => asked(({ account }) => account.sendCode(factorId));

/** Verifies an app or a phone with its code; a factor that is being added is then set up. */
export const proveFactor = (factor: Pick<Factor, "id" | "kind">, code: string) =>
  asked(({ account }) => account.proveFactor(factor, code));

/** Verifies a security key, which the browser asks for. */
export const proveKey = (factorId: string) => asked(({ account }) => account.proveKey(factorId));

/** Removes a factor, including one that was not fully set up. */
export const removeFactor = (factorId: string) =>
  asked(({ account }) => account.removeFactor(factorId));

/**
 * Leaves the app to link an external provider to the account; the provider returns to the settings.
 */
export async function linkIdentity(provider: string): Promise<AccountResult<string>> {
  const address = await asked(({ account }) =>
    account.linkAddress(provider, `${location.origin}/settings`),
  );
  if (address.kind === "ok") {
    sessionStorage.setItem(PENDING_REDIRECT, LINK_REDIRECT);
    location.assign(address.value);
  }
  return address;
}

export const unlinkIdentity = (identityId: string) =>
  asked(({ account }) => account.unlink(identityId));
