import { z } from "zod/mini";
import { deviceStore } from "../mirror/device/device-database.ts";

// A link for a new password is followed at once only in the browser that asked for it. Otherwise an
// attacker could send somebody a link of the attacker's own account, and what they do from then on
// would be the attacker's.

const KEY = "asked-reset";
/** Auth servers accept no link for longer (ms). */
const LIFE_MS = 24 * 60 * 60 * 1000;

const askedSchema = z.object({ email: z.string(), at: z.number() });

/** Remembers the address for which this browser has just asked for a link. */
export async function rememberReset(email: string): Promise<void> {
  const asked: z.infer<typeof askedSchema> = { email: email.toLowerCase(), at: Date.now() };
  // Where nothing can be stored, the link is treated as one from elsewhere.
  await deviceStore.setItem(KEY, JSON.stringify(asked)).catch(console.error);
}

/** Whether this browser has asked for a link for this address lately. */
export async function askedForReset(email: string): Promise<boolean> {
  try {
    const asked = askedSchema.parse(JSON.parse((await deviceStore.getItem(KEY)) ?? "null"));
    return asked.email === email.toLowerCase() && Math.abs(Date.now() - asked.at) < LIFE_MS;
  } catch {
    return false;
  }
}

/** Forgets it, once a password was chosen. */
export async function forgetReset(): Promise<void> {
  await deviceStore.removeItem(KEY).catch(console.error);
}
