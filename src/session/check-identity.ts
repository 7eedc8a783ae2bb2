import type { AuthUser } from "../backend/auth/tokens.ts";
import type { Backend } from "../backend/backend.ts";
import { type Identity, noteDeletion, noteSuspension } from "../mirror/device/identity.ts";
import { activateIdentity } from "./activate-identity.ts";
import { fetchIdentity } from "./fetch-identity.ts";

/**
 * Loads the user's present identity from the backend and stores it.
 * @param before the person who was signed in on this device when the session was read
 * @returns whether the session must end: the backend does not know it any more, or the person is
 *   suspended
 */
export async function checkIdentity(
  backend: Backend,
  user: AuthUser,
  before: Identity | null,
): Promise<boolean> {
  const lacksFactor = await backend.auth.lacksFactor();
  const fetched = lacksFactor ? null : await fetchIdentity(backend, user);
  // Do this first: another context may be ending the session for the same reason without knowing
  // it.
  if (fetched?.kind === "ok" && fetched.value === null) {
    const last = await backend.auth.lastSession();
    // The database also hides everything from a session that was ended on another device.
    if (last === "ended") return true;
    if (before?.id === user.id) await (last === "gone" ? noteDeletion() : noteSuspension());
  }
  if (fetched?.kind === "ok" && fetched.value !== null) {
    await activateIdentity(fetched.value, (values) => backend.auth.keeps(user.id, values));
    return false;
  }
  // The person may have signed out meanwhile: another person's session must not be ended.
  const still = await backend.auth.current();
  if (still.kind !== "token" || still.user.id !== user.id) return false;
  return fetched === null || fetched.kind === "ok" || fetched.kind === "sign-in";
}
