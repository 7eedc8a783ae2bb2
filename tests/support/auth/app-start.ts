import type { DeploymentConfig } from "@contracts/deployment-config.ts";
import { beforeEach, expect, vi } from "vitest";
import { deferred } from "../deferred.ts";
import { createMemoryLocks } from "../sync/memory-locks.ts";
import { ModelAuthServer, type ModelPerson } from "./model-auth-server.ts";

export const STORED_SESSION = "sb-backend-auth-token";
/** For waits that take only a moment. */
export const FAST = { interval: 1 };

/** The server of the present test, and a technician whom it knows: new ones for each test of the importing file. */
export let server: ModelAuthServer;
export let tech: ModelPerson;

/** A new device that no earlier app uses. */
beforeEach(async () => {
  vi.resetModules();
  server = new ModelAuthServer();
  tech = server.add({ email: "tech@example.test" });
  stubBrowser();
  await clearDevice();
});

/** Stubs the parts of a browser that the session uses; requests go to the model server. */
function stubBrowser(): void {
  const kept = new Map<string, string>();
  // What another test changed. Not after each test: a page that it left still uses the browser.
  vi.unstubAllGlobals();
  vi.stubGlobal("navigator", { locks: createMemoryLocks() });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  // supabase-js needs the class in its constructor; no socket is opened.
  vi.stubGlobal("WebSocket", class {});
  vi.stubGlobal("location", new URL("http://app.test/"));
  vi.stubGlobal("history", {
    replaceState: (_state: unknown, _title: string, path: string) =>
      vi.stubGlobal("location", new URL(path, "http://app.test/")),
  });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("fetch", server.fetch);
}

/** An answer that is held back until `answer` is called. */
export function heldAnswer(): { held: Promise<null>; answer: () => void } {
  const { promise, resolve } = deferred();
  return { held: promise.then(() => null), answer: resolve };
}

/**
 * Starts the app's session from what the device has stored, as a page load does.
 * @param config more of what `/config.json` says
 */
export async function startApp(config: Partial<DeploymentConfig> = {}) {
  vi.resetModules();
  const { deviceStore } = await import("#mirror/device/device-database.ts");
  await deviceStore.setItem(
    "deployment",
    JSON.stringify({
      ...{ supabaseUrl: "http://backend.test", supabaseKey: "public", demo: false },
      ...config,
    }),
  );
  const session = await import("#session/session.ts");
  const signIn = await import("#session/sign-in.ts");
  const ways = await import("#session/external-sign-in.ts");
  session.startSession(Promise.resolve());
  await vi.waitFor(() => {
    const { status, backend } = session.useSession.getState();
    if (status === "starting" || backend === null) throw new Error("The session is starting");
  }, FAST);
  return {
    ...session,
    ...signIn,
    ...ways,
    deviceStore,
    identity: () => session.useSession.getState().identity,
    factors: () => signIn.useSignIn.getState().factors,
    step: () => signIn.useSignIn.getState().step,
    stored: () => deviceStore.getItem(STORED_SESSION),
  };
}

export type StartedApp = Awaited<ReturnType<typeof startApp>>;

export async function clearDevice(): Promise<void> {
  const { deviceDatabase } = await import("#mirror/device/device-database.ts");
  await deviceDatabase.values.clear();
}

export const signedInAs = (app: StartedApp, person: ModelPerson) =>
  vi.waitFor(() => expect(app.identity()?.id).toBe(person.id), FAST);

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
