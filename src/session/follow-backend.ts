import type { AuthUser } from "../backend/auth/tokens.ts";
import type { Backend } from "../backend/backend.ts";
import type { Outcome } from "../backend/outcome.ts";
import { repeatRead } from "../backend/repeat-read.ts";
import { changeValues, type DeviceValues, deviceStore } from "../mirror/device/device-database.ts";
import {
  agentAccess,
  type Identity,
  noteLastEnd,
  noteSeen,
  putIdentity,
  readIdentity,
} from "../mirror/device/identity.ts";
import { browserPorts } from "../platform/browser-ports.ts";
import { whenVisible } from "../platform/page-visibility.ts";
import { joining } from "../platform/serialize.ts";
import { cancelRemoval, finishRemoval } from "./finish-removal.ts";

/**
 * Ends the session when the backend ends it or reports that the person is suspended. Checks it again
 * when the page becomes visible, and when a table refused a request.
 * @param check updates the identity of the signed-in person
 * @param end ends the session on this device
 */
export function followBackend(
  backend: Backend,
  check: () => Promise<void>,
  end: () => Promise<void>,
): void {
  const recheck = joining(check);

  /** Ends the session of a suspended person; their work stays on this device. */
  async function endSuspended(): Promise<void> {
    if ((await readIdentity()) === null) return;
    await noteLastEnd("suspended");
    await end();
  }

  backend.auth.onSignedOut(() => void end());
  backend.onRefusal((sign) => void (sign === "suspended" ? endSuspended() : recheck()));
  whenVisible(() => void recheck());
  void finishRemoval();
}

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
    if (before?.id === user.id) await noteLastEnd(last === "gone" ? "deleted" : "suspended");
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

/**
 * Stores the signed-in person in the same transaction as their session, so that a device never has
 * one without the other. First deletes the data that they saw on this device as an administrator in
 * another role or of another company: other people's data must not outlive the right to see it.
 * @param session stores their session, or checks that it still exists. Returns false if a person
 *   signed out meanwhile; then a late answer does not sign them in again.
 */
export async function activateIdentity(
  identity: Identity,
  session: (values: DeviceValues) => boolean,
): Promise<void> {
  const key = `administration-of-${identity.id}`;
  const before = await deviceStore.getItem(key);
  const now = identity.role === "field_tech" ? null : `${identity.role} ${identity.companyId}`;
  if (before !== null && before !== now) {
    const { forgetAdministration } = await import(
      "../mirror/person/lists/forget-administration.ts"
    );
    await forgetAdministration(identity.id);
  }
  const activated = await changeValues((values) => {
    if (!session(values)) return false;
    if (now === null) values.delete(key);
    else values.set(key, now);
    cancelRemoval(identity.id, values);
    putIdentity(values, identity);
    return true;
  });
  // A kill before this line loses nothing: the person is activated again at each start.
  if (activated) await noteSeen(identity, Date.now());
}

/**
 * Loads a user's identity: profile, role and permissions. Repeats that for some seconds while it
 * fails.
 * @returns null when the backend hides their own profile from them: they are suspended
 */
export function fetchIdentity(
  backend: Pick<Backend, "tables">,
  user: AuthUser,
): Promise<Outcome<Identity | null>> {
  return repeatRead({ read, ports: browserPorts });

  async function read(): Promise<Outcome<Identity | null>> {
    const [profile, role] = await Promise.all([
      backend.tables.readProfile(user.id),
      backend.tables.readRole(user.id),
    ]);
    if (profile.kind !== "ok") return profile;
    if (role.kind !== "ok") return role;
    if (profile.value === null) return { kind: "ok", value: null };
    const known = profile.value;
    return {
      kind: "ok",
      value: {
        id: user.id,
        email: user.email,
        fullName: known.full_name,
        role: role.value,
        companyId: known.company_id,
        speechLanguage: known.speech_language,
        ...agentAccess((permission) => known[permission]),
      },
    };
  }
}
