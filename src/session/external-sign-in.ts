import { z } from "zod/mini";
import type { ExternalProvider, ResetLinkAnswer } from "../backend/auth/sign-in-ways.ts";
import { deviceStore } from "../mirror/device/device-database.ts";
import { PENDING_REDIRECT } from "./auth-callback.ts";
import { connectedBackend } from "./session.ts";

export type { ExternalProvider };

/** The external providers that this deployment has switched on; none without a network. */
export async function externalProviders(): Promise<ExternalProvider[]> {
  return (await connectedBackend())?.signInWays.providers() ?? [];
}

/** Leaves the app for an external provider, which returns to `/auth`. */
export async function continueWith(provider: string): Promise<void> {
  const backend = await connectedBackend();
  const departure = await backend?.signInWays.departure(provider, returnAddress());
  if (!departure) return;
  sessionStorage.setItem(PENDING_REDIRECT, departure.verifier);
  location.assign(departure.address);
}

/** Has a password reset link sent. Never reveals whether the account exists. */
export async function askForResetLink(email: string): Promise<ResetLinkAnswer> {
  const backend = await connectedBackend();
  if (backend === null) return { kind: "unreachable" };
  const answer = await backend.signInWays.sendResetLink(email, returnAddress());
  if (answer.kind === "asked") await rememberReset(email);
  return answer;
}

const returnAddress = () => `${location.origin}/auth`;

// A link for a new password is followed at once only in the browser that asked for it. Otherwise an
// attacker could send somebody a link of the attacker's own account, and what they do from then on
// would be the attacker's.

const KEY = "asked-reset";
/** Auth servers accept no link for longer (ms). */
const LIFE_MS = 24 * 60 * 60 * 1000;

const askedSchema = z.object({ email: z.string(), at: z.number() });

/** Remembers the address for which this browser has just asked for a link. */
async function rememberReset(email: string): Promise<void> {
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
