import type { AuthUser } from "../backend/auth/tokens.ts";
import type { Backend } from "../backend/backend.ts";
import { type Identity, noteDeletion, noteSuspension } from "../mirror/device/identity.ts";
import { activateIdentity } from "./activate-identity.ts";
import { fetchIdentity } from "./fetch-identity.ts";

/**
 * Asks the backend who a user is now, and writes it down.
 * @param before who was signed in on this device when the session was looked for
 * @returns whether the session is to end: the backend knows it no more, or the person is suspended
 */
export async function checkIdentity(
  backend: Backend,
  user: AuthUser,
  before: Identity | null,
): Promise<boolean> {
  const lacksFactor = await backend.auth.lacksFactor();
  const fetched = lacksFactor ? null : await fetchIdentity(backend, user);
  // Before all else: somebody else may be ending the session for the same reason and not know it.
  if (fetched?.kind === "ok" && fetched.value === null) {
    const last = await backend.auth.lastSession();
    // A database hides everything from a session that was ended elsewhere, too.
    if (last === "ended") return true;
    if (before?.id === user.id) await (last === "gone" ? noteDeletion() : noteSuspension());
  }
  if (fetched?.kind === "ok" && fetched.value !== null) {
    await activateIdentity(fetched.value, (values) => backend.auth.keeps(user.id, values));
    return false;
  }
  // Somebody may have signed out meanwhile: whose session it is now is not ended for it.
  const still = await backend.auth.current();
  if (still.kind !== "token" || still.user.id !== user.id) return false;
  return fetched === null || fetched.kind === "ok" || fetched.kind === "sign-in";
}
