import { deviceStore } from "../mirror/device-database.ts";
import { type Identity, writeIdentity } from "../mirror/identity.ts";
import { noteSeen } from "../mirror/seen-people.ts";
import { cancelRemoval } from "./finish-removal.ts";

/**
 * Writes down who is signed in. What they saw on this device as an administrator in another role or
 * of another company is forgotten first: others' data must not outlive the right to see it.
 */
export async function admit(identity: Identity): Promise<void> {
  const key = `administration-of-${identity.id}`;
  const before = await deviceStore.getItem(key);
  const now = identity.role === "field_tech" ? null : `${identity.role} ${identity.companyId}`;
  if (before !== null && before !== now) {
    const { forgetAdministration } = await import("../mirror/administration.ts");
    await forgetAdministration(identity.id);
    await deviceStore.removeItem(key);
  }
  if (now !== null) await deviceStore.setItem(key, now);
  await cancelRemoval(identity.id);
  await writeIdentity(identity);
  await noteSeen(identity, Date.now());
}
