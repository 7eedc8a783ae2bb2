import { changeValues, type DeviceValues, deviceStore } from "../mirror/device/device-database.ts";
import { type Identity, noteSeen, putIdentity } from "../mirror/device/identity.ts";
import { cancelRemoval } from "./finish-removal.ts";

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
