import { roleSchema } from "@contracts/role.ts";
import { z } from "zod/mini";
import { agentAccess } from "./agent-access.ts";
import { type DeviceValues, deviceStore } from "./device-database.ts";

/** Who is signed in on this device, as last seen, so that the app opens without a network. */
export const identitySchema = z.object({
  id: z.uuid(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  role: roleSchema,
  companyId: z.nullable(z.uuid()),
  ...agentAccess(() => z.boolean()),
});
export type Identity = z.infer<typeof identitySchema>;

const KEY = "identity";
const SUSPENDED = "suspended";
const DELETED = "deleted";

/** The person signed in on this device; null when nobody is, or when what is stored is unreadable. */
export async function readIdentity(): Promise<Identity | null> {
  const stored = await deviceStore.getItem(KEY);
  if (stored === null) return null;
  try {
    // Kept before the app knew an agent, it says nothing of it: they stay signed in, without that agent.
    return identitySchema.parse({ ...agentAccess(() => false), ...JSON.parse(stored) });
  } catch {
    return null;
  }
}

/** Writes down who is signed in: in one step with their session. */
export function putIdentity(values: DeviceValues, identity: Identity): void {
  values.delete(SUSPENDED);
  values.delete(DELETED);
  values.set(KEY, JSON.stringify(identity));
}

/** Nobody is signed in any more: in one step with the end of the session. */
export function dropIdentity(values: DeviceValues): void {
  values.delete(KEY);
}

/** Notes, for every tab, that whoever is signed in was suspended: the next sign-in forgets it. */
export async function noteSuspension(): Promise<void> {
  await deviceStore.setItem(SUSPENDED, "true");
}

/** Notes, likewise, that the account of whoever was signed in last is gone for good. */
export async function noteDeletion(): Promise<void> {
  await deviceStore.setItem(DELETED, "true");
}

/** What is known of the last session's end beside that it ended. */
export interface LastEnd {
  /** Its person was suspended. */
  suspended: boolean;
  /** Its account is gone for good. */
  deleted: boolean;
}

export async function readLastEnd(): Promise<LastEnd> {
  const [suspended, deleted] = await Promise.all([
    deviceStore.getItem(SUSPENDED),
    deviceStore.getItem(DELETED),
  ]);
  return { suspended: suspended !== null, deleted: deleted !== null };
}
