import { type Outcome, unreachable } from "../outcome.ts";
import type { Tokens } from "./tokens.ts";

/**
 * Makes a call with a person's token. If the backend does not accept the token, the session is
 * refreshed once, for all callers, and the call is made again. If the session belongs to another
 * person by now, the call is not made: one person's data is never sent in another's name.
 */
export async function authorizedCall<T>(
  auth: Tokens,
  personId: string,
  call: (accessToken: string) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const session = await auth.recent();
  if (session.kind === "none") return { kind: "sign-in" };
  if (session.kind === "unreachable") return unreachable();
  if (session.user.id !== personId) return { kind: "sign-in" };
  const outcome = await call(session.accessToken);
  if (outcome.kind !== "sign-in") return outcome;
  // Another call may have refreshed the session since this one was sent.
  const current = await auth.current();
  const isNew = current.kind === "token" && current.accessToken !== session.accessToken;
  const refreshed = isNew ? current : await auth.refresh();
  if (refreshed.kind === "none") return { kind: "sign-in" };
  if (refreshed.kind === "unreachable") return unreachable();
  if (refreshed.user.id !== personId) return { kind: "sign-in" };
  return call(refreshed.accessToken);
}
