import { type Permission, permissions } from "@contracts/agent.ts";
import { roleSchema } from "@contracts/role.ts";
import { z } from "zod/mini";
import { type DeviceValues, deviceDatabase, deviceStore } from "./device-database.ts";

/** The name of a permission in the stored identity, such as `canUseVoiceAgent`. */
type Access<P extends Permission> = P extends `can_use_${infer Name}_agent`
  ? `canUse${Capitalize<Name>}Agent`
  : never;

export function accessKey<P extends Permission>(permission: P): Access<P> {
  return permission.replace(/_./g, ([, letter = ""]) => letter.toUpperCase()) as Access<P>;
}

/** A record of all permissions by these names, each with the value that `valueFor` returns for it. */
export function agentAccess<T>(
  valueFor: (permission: Permission) => T,
): Record<Access<Permission>, T> {
  const values = Object.entries(permissions(valueFor)) as [Permission, T][];
  return Object.fromEntries(
    values.map(([permission, value]) => [accessKey(permission), value]),
  ) as Record<Access<Permission>, T>;
}

/** The signed-in person's last known data, so that the app opens without a network. */
const identitySchema = z.object({
  id: z.uuid(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  role: roleSchema,
  companyId: z.nullable(z.uuid()),
  /** ISO 639-1; null for automatic. */
  speechLanguage: z.nullable(z.string()),
  ...agentAccess(() => z.boolean()),
});
export type Identity = z.infer<typeof identitySchema>;

const KEY = "identity";

/**
 * The person signed in on this device; null when there is none, or when the stored data is
 * unreadable.
 */
export async function readIdentity(): Promise<Identity | null> {
  const stored = await deviceStore.getItem(KEY);
  if (stored === null) return null;
  try {
    // An identity stored before the app had an agent lacks its permission, and an older one the
    // language: the person stays signed in, without them.
    return identitySchema.parse({
      ...{ speechLanguage: null, ...agentAccess(() => false) },
      ...JSON.parse(stored),
    });
  } catch {
    return null;
  }
}

/** Stores the signed-in person, in the same transaction as their session. */
export function putIdentity(values: DeviceValues, identity: Identity): void {
  values.delete("suspended");
  values.delete("deleted");
  values.set(KEY, JSON.stringify(identity));
}

/** Removes the signed-in person, in the same transaction as their session. */
export function dropIdentity(values: DeviceValues): void {
  values.delete(KEY);
}

/**
 * Notes, for every tab, that the last signed-in person was suspended, or that their account is
 * deleted for good; the next sign-in deletes the note.
 */
export const noteLastEnd = (why: "suspended" | "deleted") => deviceStore.setItem(why, "true");

/** Why the last session ended, as far as it is known. */
export async function readLastEnd() {
  const [suspended, deleted] = await Promise.all([
    deviceStore.getItem("suspended"),
    deviceStore.getItem("deleted"),
  ]);
  return { suspended: suspended !== null, deleted: deleted !== null };
}

/** Notes the signed-in person as seen. @param now epoch ms */
export async function noteSeen({ id, email, companyId }: Identity, now: number): Promise<void> {
  const { people } = deviceDatabase;
  await deviceDatabase.transaction("rw", people, async () => {
    const before = await people.get(id);
    await people.put({
      successorId: null,
      ...before,
      id,
      email: email === "" ? null : email.toLowerCase(),
      companyId,
      lastSeen: now,
    });
  });
}
