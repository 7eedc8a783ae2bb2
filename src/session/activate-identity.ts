import { changeValues, type DeviceValues, deviceStore } from "../mirror/device/device-database.ts";
import { type Identity, putIdentity } from "../mirror/device/identity.ts";
import { noteSeen } from "../mirror/device/note-seen.ts";
import { cancelRemoval } from "./finish-removal.ts";

/**
 * Writes down who is signed in, in one step with their session: a device never has the one without
 * the other. What they saw on this device as an administrator in another role or of another company is
 * forgotten first: others' data must not outlive the right to see it.
 * @param session stores their session, or looks whether it is still there. False: somebody signed out
 *   meanwhile, and nobody is signed in again by what came late.
 */
export async function activateIdentity(
  identity: Identity,
  session: (values: DeviceValues) => boolean,
): Promise<void> {
  const key = `administration-of-${identity.id}`;
  const before = await deviceStore.getItem(key);
  const now = identity.role === "field_tech" ? null : `${identity.role} ${identity.companyId}`;
  if (before !== null && before !== now) {
    const { forgetAdministration } = await import("../mirror/person/lists/administration.ts");
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
  // A kill in between costs nothing: who is signed in is activated again at each start.
  if (activated) await noteSeen(identity, Date.now());
}
