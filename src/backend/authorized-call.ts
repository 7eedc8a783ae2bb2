import type { Auth } from "./auth.ts";
import { type Outcome, unreachable } from "./outcome.ts";

/**
 * Makes a call with the session's token; when it is not accepted, refreshes the session once, for
 * everybody, and makes the call again.
 */
export async function authorizedCall<T>(
  auth: Auth,
  call: (accessToken: string) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const session = await auth.current();
  if (session.kind === "none") return { kind: "sign-in" };
  if (session.kind === "unreachable") return unreachable();
  const outcome = await call(session.accessToken);
  if (outcome.kind !== "sign-in") return outcome;
  const refreshed = await auth.refresh();
  if (refreshed.kind === "none") return { kind: "sign-in" };
  if (refreshed.kind === "unreachable") return unreachable();
  return call(refreshed.accessToken);
}
