import { roleSchema } from "@contracts/person.ts";
import { liveQuery } from "dexie";
import { z } from "zod/mini";
import { deviceStore } from "./device-database.ts";

/** Who is signed in on this device, as last seen, so that the app opens without a network. */
export const identitySchema = z.object({
  id: z.uuid(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  role: roleSchema,
  companyId: z.nullable(z.uuid()),
  canUseVoiceAgent: z.boolean(),
  canUseSnapAgent: z.boolean(),
  canUseLabelAgent: z.boolean(),
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
    return identitySchema.parse(JSON.parse(stored));
  } catch {
    return null;
  }
}

export async function writeIdentity(identity: Identity): Promise<void> {
  await deviceStore.removeItem(SUSPENDED);
  await deviceStore.removeItem(DELETED);
  await deviceStore.setItem(KEY, JSON.stringify(identity));
}

export async function forgetIdentity(): Promise<void> {
  await deviceStore.removeItem(KEY);
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

/**
 * Calls back with who is signed in, and what became of the last one, at once and at every change, from
 * whichever tab.
 */
export function watchIdentity(
  changed: (identity: Identity | null, end: LastEnd) => void,
): () => void {
  const subscription = liveQuery(() =>
    Promise.all([readIdentity(), deviceStore.getItem(SUSPENDED), deviceStore.getItem(DELETED)]),
  ).subscribe(([identity, suspended, deleted]) => {
    changed(identity, { suspended: suspended !== null, deleted: deleted !== null });
  });
  return () => subscription.unsubscribe();
}
