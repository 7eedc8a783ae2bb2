import { expect, it, vi } from "vitest";
import {
  arriveWith,
  enterArrival,
  type StartedApp,
  server,
  signedInAs,
  startApp,
  tech,
} from "#tests/support/auth/app-start.ts";

it("an external provider is offered by its name there when the deployment has it and can be reached", async () => {
  const app = await startApp({ providerNames: { company: "Our company" } });
  expect(await app.externalProviders()).toEqual([]);
  server.external = { google: true, email: true, phone: true, unheard_of: true };
  expect(await app.externalProviders()).toEqual([{ id: "google", name: "Google" }]);
  server.external = { company: true };
  expect(await app.externalProviders()).toEqual([{ id: "company", name: "Our company" }]);
  server.interfere = () => Promise.reject(new TypeError("network error"));
  expect(await app.externalProviders()).toEqual([]);
});

/** Leaves for a provider. @returns what the address tells the auth server */
async function leave(app: StartedApp): Promise<Record<string, string>> {
  const assign = vi.fn();
  vi.stubGlobal("location", { origin: "http://app.test", assign });
  await app.continueWith("google");
  const address = new URL(String(assign.mock.calls[0]?.[0]));
  expect(address.pathname).toBe("/auth/v1/authorize");
  return Object.fromEntries(address.searchParams);
}

const comeBack = (code: string) =>
  vi.stubGlobal("location", new URL(`http://app.test/auth?code=${code}`));

it("an external provider signs in a person who left the app for it, and nobody else", async () => {
  const unasked = await startApp();
  const asked = await leave(unasked);
  expect(asked).toMatchObject({
    ...{ provider: "google", redirect_to: "http://app.test/auth", code_challenge_method: "s256" },
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  const secret = sessionStorage.getItem("external-sign-in") ?? "";
  comeBack(server.code(tech, asked.code_challenge ?? ""));
  const app = await startApp();
  expect([location.pathname, location.search]).toEqual(["/auth", ""]);
  expect(await enterArrival(app)).toBeNull();
  await signedInAs(app, tech);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(sessionStorage.getItem("external-sign-in")).toBeNull();
});

it("an external provider signs nobody in by an address that somebody else has made", async () => {
  const begunElsewhere = await leave(await startApp());
  sessionStorage.removeItem("external-sign-in");
  comeBack(server.code(tech, begunElsewhere.code_challenge ?? ""));
  expect((await startApp()).useSession.getState().authCallback).toBeNull();

  const { access_token, refresh_token } = server.session(tech);
  arriveWith({ access_token, refresh_token });
  expect((await startApp()).useSession.getState().authCallback).toBeNull();

  const own = await leave(await startApp());
  expect(own.code_challenge).not.toBe(begunElsewhere.code_challenge);
  comeBack(server.code(tech, begunElsewhere.code_challenge ?? ""));
  const app = await startApp();
  expect(await enterArrival(app)).toEqual({ kind: "failed-callback", from: "external" });
  expect(app.identity()).toBeNull();
});

it("an external provider keeps a code that cannot be exchanged now", async () => {
  const asked = await leave(await startApp());
  comeBack(server.code(tech, asked.code_challenge ?? ""));
  const app = await startApp();
  server.interfere = (method) =>
    method === "POST" ? Promise.reject(new TypeError("network error")) : null;
  expect(await enterArrival(app)).toEqual({ kind: "unreachable" });
  server.interfere = () => null;
  expect(await enterArrival(app)).toBeNull();
  await signedInAs(app, tech);
});

it("an external provider is linked to the signed-in person's account, and the person stays signed in", async () => {
  const app = await startApp();
  await app.signIn(tech.email, "secret");
  await signedInAs(app, tech);
  const kept = await app.stored();
  for (const [arrived, linked] of [
    ["?code=c", "true"],
    ["#error=server_error&error_code=identity_already_exists", "false"],
  ] as const) {
    sessionStorage.setItem("external-sign-in", "link");
    vi.stubGlobal("location", new URL(`http://app.test/settings${arrived}`));
    const back = await startApp();
    expect([location.pathname, location.search, location.hash]).toEqual([
      "/settings",
      `?linked=${linked}`,
      "",
    ]);
    expect(back.useSession.getState().authCallback).toBeNull();
    expect([back.identity()?.id, await back.stored()]).toEqual([tech.id, kept]);
  }
});

it("an external provider does not sign in a suspended person", async () => {
  for (const at of ["the provider", "the code"]) {
    tech.suspended = at === "the provider";
    const asked = await leave(await startApp());
    if (at === "the code") comeBack(server.code(tech, asked.code_challenge ?? ""));
    else arriveWith({ error: "access_denied", error_code: "user_banned" });
    tech.suspended = true;
    const app = await startApp();
    expect(await enterArrival(app)).toEqual({ kind: "suspended" });
    expect([app.identity(), await app.stored()]).toEqual([null, null]);
  }
});
