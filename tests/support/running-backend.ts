import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect } from "vitest";
import { type Backend, type BackendOptions, freshDataDir, startBackend } from "./backend.ts";

/** The password of everybody whom `addPerson` adds. */
export const PASSWORD = "heat-pumps-hum";

export const DEMO = "field-demo";

/** A backend that the tests of a file share. */
export interface RunningBackend extends Backend {
  /** Starts it again, on the same data, after it was stopped. */
  startAgain(): Promise<void>;
}

/**
 * Registers the hooks that start a backend before the tests of a file or block, and stop it after
 * them. It has nothing before its start.
 * @param options are asked for when it starts
 */
export function runningBackend(
  options: () => BackendOptions | Promise<BackendOptions> = () => ({}),
): RunningBackend {
  const backend = {} as RunningBackend;
  let made: string | undefined;
  beforeAll(async () => {
    const asked = await options();
    const empty = asked.databaseUrl !== undefined || asked.env?.DEMO === "0";
    if (asked.dataDir === undefined) made = await freshDataDir(empty ? "empty" : "demo");
    const start = async () =>
      void Object.assign(backend, await startBackend({ ...(made && { dataDir: made }), ...asked }));
    await start();
    backend.startAgain = start;
  });
  afterAll(async () => {
    if (backend.stop) expect(await backend.stop()).toBe(0);
    if (made) await rm(made, { recursive: true, force: true });
  });
  return backend;
}

type Reached = Pick<Backend, "url" | "publishableKey">;

/** The headers of a request: those of the app, and of a person if there is an access token. */
export const headersOf = ({ publishableKey }: Reached, accessToken?: string) => ({
  apikey: publishableKey,
  ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
});

/** Posts JSON to an address below the backend's, as the app unless `headers` say otherwise. */
export const post = (
  backend: Reached,
  path: string,
  body: unknown,
  headers: Record<string, string> = headersOf(backend),
) =>
  fetch(`${backend.url}/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** Adds somebody with an account, who may read their own profile and no other. */
export async function addPerson(
  backend: Pick<Backend, "url" | "publishableKey" | "secretKey">,
  email = `${randomUUID()}@people.example`,
): Promise<{ id: string; email: string }> {
  const account = { email, password: PASSWORD, email_confirm: true };
  const reply = await post(backend, "auth/v1/admin/users", account, { apikey: backend.secretKey });
  expect(reply.status).toBe(200);
  return { id: (await reply.json()).id, email };
}

/** Continues a session. @throws Error with the status when it is refused */
export async function refreshed(
  backend: Reached,
  refreshToken: string,
): Promise<{ accessToken: string; refreshToken: string }> {
  const body = { refresh_token: refreshToken };
  const reply = await post(backend, "auth/v1/token?grant_type=refresh_token", body);
  if (!reply.ok) throw new Error(`The session does not continue: ${reply.status}`);
  const session = await reply.json();
  return { accessToken: session.access_token, refreshToken: session.refresh_token };
}
