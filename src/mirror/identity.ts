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
  await deviceStore.setItem(KEY, JSON.stringify(identity));
}

export async function forgetIdentity(): Promise<void> {
  await deviceStore.removeItem(KEY);
}

/** Calls back with who is signed in, at once and at every change, from whichever tab. */
export function watchIdentity(changed: (identity: Identity | null) => void): () => void {
  const subscription = liveQuery(readIdentity).subscribe(changed);
  return () => subscription.unsubscribe();
}
