import { expect, vi } from "vitest";
import type { StartedApp } from "./app-start.ts";
import type { ModelPerson } from "./model-auth-server.ts";

/** Waits until the app knows this person as signed in. */
export const signedInAs = (app: StartedApp, person: ModelPerson) =>
  vi.waitFor(() => expect(app.identity()?.id).toBe(person.id));

/** Simulates a page that was opened by a link in a mail. */
export function arriveWith(fragment: Record<string, string>): void {
  vi.stubGlobal("location", new URL(`http://app.test/#${new URLSearchParams(fragment)}`));
}

/** Lets the app finish what a link or a provider brought, as the page of the address does. */
export function enterArrival(app: StartedApp) {
  const { authCallback } = app.useSession.getState();
  if (authCallback === null) throw new Error("Nobody arrives");
  return app.finishAuthCallback(authCallback);
}
