import type { ExternalProvider, ResetLinkAnswer } from "../backend/auth/sign-in-ways.ts";
import { rememberReset } from "./asked-reset.ts";
import { redirectToSignIn } from "./auth-redirect.ts";
import { connectedBackend } from "./session.ts";

export type { ExternalProvider };

/** The external providers that this deployment has switched on; none without a network. */
export async function externalProviders(): Promise<ExternalProvider[]> {
  const backend = await connectedBackend();
  return backend === null ? [] : backend.signInWays.providers();
}

/** Leaves the app for an external provider, which returns to `/auth`. */
export async function continueWith(provider: string): Promise<void> {
  const backend = await connectedBackend();
  const departure = await backend?.signInWays.departure(provider, returnAddress());
  if (departure) redirectToSignIn(departure);
}

/** Has a password reset link sent. Never reveals whether the account exists. */
export async function askForResetLink(email: string): Promise<ResetLinkAnswer> {
  const backend = await connectedBackend();
  if (backend === null) return { kind: "unreachable" };
  const answer = await backend.signInWays.sendResetLink(email, returnAddress());
  if (answer.kind === "asked") await rememberReset(email);
  return answer;
}

function returnAddress(): string {
  return `${location.origin}/auth`;
}
