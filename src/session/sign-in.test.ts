import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  arriveWith,
  enterArrival,
  type StartedApp,
  server,
  signedInAs,
  startApp,
  tech,
} from "#tests/support/auth/app-start.ts";
import type { ModelPerson } from "#tests/support/auth/model-auth-server.ts";

/** The first factor that is asked for. */
function first(app: StartedApp) {
  const [factor] = app.factors();
  if (factor === undefined) throw new Error("No second factor is asked for");
  return factor;
}

/**
 * Opens a link for a forgotten password.
 * @param more.asked the address for which this browser asked for one; null: it did not
 * @param more.brings what the link leads to the app with
 */
async function openLink(
  person = tech,
  {
    asked = person.email as string | null,
    brings = "session" as "session" | "token",
    type = "recovery",
  } = {},
): Promise<StartedApp> {
  if (asked !== null) await (await startApp()).askForResetLink(asked);
  const { access_token, refresh_token } = server.session(person);
  if (brings === "session") arriveWith({ access_token, refresh_token, type });
  else {
    const query = new URLSearchParams({ token_hash: server.mailedToken(person), type });
    vi.stubGlobal("location", new URL(`http://app.test/auth?${query}`));
  }
  return startApp();
}

it("an email and a password sign the person in, who is known at the next start without a network", async () => {
  const app = await startApp();
  expect(await app.signIn(tech.email, "secret")).toBeNull();
  await signedInAs(app, tech);
  server.interfere = () => Promise.reject(new TypeError("network error"));
  await signedInAs(await startApp(), tech);
  expect(await app.signIn(tech.email, "secret")).toEqual({ kind: "unreachable" });
});

it("an email and a password sign the person in although the first question for their profile is lost", async () => {
  const app = await startApp();
  let lost = 0;
  server.interfere = (_, path) => {
    if (!path.startsWith("/rest/v1/profiles") || lost > 0) return null;
    lost += 1;
    return Promise.reject(new TypeError("network error"));
  };
  expect(await app.signIn(tech.email, "secret")).toBeNull();
  await signedInAs(app, tech);
  expect(lost).toBe(1);
});

const KEY = { id: "key", factor_type: "webauthn", status: "verified" } as const;
const EXPIRED = { temporaryPasswordUntil: new Date(Date.now() - 1000).toISOString() };

it.each<[string, Partial<ModelPerson>, string | null, string]>([
  ["a wrong password", { password: "other" }, null, "wrong-credentials"],
  ["a suspended person's password", { suspended: true }, null, "suspended"],
  ["a password refused because of a suspension", {}, "user_banned", "suspended"],
  ["a factor of an unsupported kind", { code: "123456", factors: [KEY] }, null, "unknown-factor"],
  ["a temporary password after its time", EXPIRED, null, "expired-password"],
])("%s signs nobody in, and leaves nothing behind", async (_, person, refusal, kind) => {
  Object.assign(tech, person);
  const body = { code: 400, error_code: refusal, msg: "Refused" };
  server.interfere = async (_, path) =>
    refusal !== null && path.startsWith("/auth/v1/token")
      ? Response.json(body, { status: 400 })
      : null;
  const app = await startApp();
  expect(await app.signIn(tech.email, "secret")).toEqual({ kind });
  expect([app.step(), app.identity(), await app.stored()]).toEqual(["credentials", null, null]);
});

describe("a second factor", () => {
  beforeEach(() => {
    tech.code = "123456";
  });

  it("is asked for before anything is stored: after a restart the person is not signed in", async () => {
    const app = await startApp();
    expect(await app.signIn(tech.email, "secret")).toBeNull();
    expect([app.step(), app.identity(), await app.stored()]).toEqual(["second-factor", null, null]);
    expect((await startApp()).identity()).toBeNull();

    expect(await app.enterCode(first(app), "000000")).toEqual({ kind: "wrong-code" });
    expect([app.step(), await app.stored()]).toEqual(["second-factor", null]);
    expect(await app.enterCode(first(app), "123456")).toBeNull();
    await signedInAs(app, tech);
  });

  it("can be any that is set up and supported; an app is asked for before a phone", async () => {
    tech.factors = [
      { id: "phone", factor_type: "phone", status: "verified", phone: "15551234542" },
      { id: "key", factor_type: "webauthn", status: "verified" },
      { id: "app", factor_type: "totp", status: "verified" },
      { id: "spare", factor_type: "totp", status: "verified" },
      { id: "left", factor_type: "totp", status: "unverified" },
      { id: "later", factor_type: "telepathy", status: "verified" },
    ];
    const app = await startApp();
    await app.signIn(tech.email, "secret");
    expect(app.factors().map(({ id }) => id)).toEqual(["app", "spare", "phone"]);
    await app.cancelSignIn();
    vi.stubGlobal("PublicKeyCredential", class {});
    await app.signIn(tech.email, "secret");
    expect(app.factors().map(({ id }) => id)).toEqual(["app", "spare", "key", "phone"]);
  });

  it("on a phone accepts the code of the message that was sent", async () => {
    tech.factors = [
      { id: "phone", factor_type: "phone", status: "verified", phone: "15551234542" },
    ];
    const app = await startApp();
    await app.signIn(tech.email, "secret");
    expect(first(app).phoneEnding).toBe("42");
    const asked = server.requests.length;
    expect((await app.enterCode(first(app), "123456"))?.kind).toBe("refused");
    expect(server.requests.slice(asked)).toEqual([]);
    expect(await app.sendCode("phone")).toBeGreaterThan(Date.now());
    expect(await app.enterCode(first(app), "123456")).toBeNull();
    await signedInAs(app, tech);
  });

  it("that is cancelled ends the session on the server", async () => {
    const app = await startApp();
    await app.signIn(tech.email, "secret");
    const factor = first(app);
    await app.cancelSignIn();
    expect([app.step(), app.identity(), await app.stored()]).toEqual(["credentials", null, null]);
    await vi.waitFor(() => expect(server.requests).toContain("POST /auth/v1/logout?scope=local"));
    expect(await app.enterCode(factor, "123456")).toBeNull();
    expect(app.identity()).toBeNull();
  });
});

describe("a link for a forgotten password", () => {
  it("asks for a new one, and then signs the person in", async () => {
    const app = await openLink();
    // The tokens are removed from the address before anything is shown.
    expect(location.href).toBe("http://app.test/auth");
    expect(await enterArrival(app)).toBeNull();
    expect([app.step(), app.identity(), await app.stored()]).toEqual(["new-password", null, null]);
    expect((await startApp()).identity()).toBeNull();

    expect(await app.choosePassword("another")).toBeNull();
    await signedInAs(app, tech);
    expect([tech.password, app.useSession.getState().authCallback]).toEqual(["another", null]);
  });

  it.each([
    ["nobody asked here", null, "recovery"],
    ["another account was asked for here", "other@example.test", "recovery"],
    ["it is an invitation", null, "invite"],
  ])("with a session in its address opens nothing when %s, and says so", async (_, asked, type) => {
    const app = await openLink(tech, { asked, type });
    expect(await enterArrival(app)).toEqual({ kind: "unasked-link" });
    expect([app.step(), app.identity(), await app.stored()]).toEqual(["credentials", null, null]);
    await vi.waitFor(() => expect(server.requests).toContain("POST /auth/v1/logout?scope=local"));
    // Once this browser has asked for one, it is followed.
    const again = await openLink();
    expect([await enterArrival(again), again.step()]).toEqual([null, "new-password"]);
  });

  it.each([
    ["recovery", null, "unasked-link"],
    ["recovery", "other@example.test", "unasked-link"],
    ["invite", null, "unasked-link"],
    ["recovery", "Tech@example.test", "new-password"],
  ])("with a token for %s, when %s was asked for here, leads to %s", async (type, asked, step) => {
    const app = await openLink(tech, { asked, type, brings: "token" });
    expect(location.href).toBe("http://app.test/auth");
    expect(await enterArrival(app)).toBeNull();
    expect([app.step(), app.useSignIn.getState().email]).toEqual([step, tech.email]);
    if (step === "unasked-link") expect(await app.acceptLink()).toBeNull();
    expect([app.step(), app.identity(), await app.stored()]).toEqual(["new-password", null, null]);
    await app.choosePassword("another");
    await signedInAs(app, tech);
    // What was asked for is done.
    const later = await openLink(tech, { asked: null });
    expect(await enterArrival(later)).toEqual({ kind: "unasked-link" });
  });

  it("with a token that was used reports that", async () => {
    const query = new URLSearchParams({ token_hash: "used", type: "recovery" });
    vi.stubGlobal("location", new URL(`http://app.test/auth?${query}`));
    expect(await enterArrival(await startApp())).toEqual({ kind: "failed-callback", from: "link" });
  });

  it("of a person refused by the server as suspended reports that", async () => {
    arriveWith({ error: "access_denied", error_code: "user_banned" });
    const app = await startApp();
    expect(await enterArrival(app)).toEqual({ kind: "suspended" });
    expect([app.identity(), await app.stored()]).toEqual([null, null]);
  });

  it("of an account with a second factor asks for that first", async () => {
    tech.code = "123456";
    const app = await openLink();
    await enterArrival(app);
    expect(app.step()).toBe("second-factor");
    await app.enterCode(first(app), "123456");
    expect([app.step(), app.identity()]).toEqual(["new-password", null]);
  });

  it("does not let a suspended person choose a new one", async () => {
    tech.suspended = true;
    const app = await openLink();
    expect(await enterArrival(app)).toEqual({ kind: "suspended" });
    expect([app.step(), tech.password, await app.stored()]).toEqual([
      "credentials",
      "secret",
      null,
    ]);
  });

  it("opened without a network can be tried again later", async () => {
    const app = await openLink();
    server.interfere = () => Promise.reject(new TypeError("network error"));
    expect(await enterArrival(app)).toEqual({ kind: "unreachable" });
    server.interfere = () => null;
    expect(await enterArrival(app)).toBeNull();
    expect(app.step()).toBe("new-password");
  });

  it("that has expired reports that and does not sign out the signed-in person", async () => {
    const before = await startApp();
    await before.signIn(tech.email, "secret");
    arriveWith({ error: "access_denied", error_code: "otp_expired" });
    const app = await startApp();
    expect(await enterArrival(app)).toEqual({ kind: "failed-callback", from: "link" });
    await signedInAs(app, tech);
  });

  it("of another account replaces the signed-in person only at the end", async () => {
    const other = server.add({ email: "other@example.test" });
    const before = await startApp();
    await before.signIn(tech.email, "secret");
    const app = await openLink(other);
    await enterArrival(app);
    await signedInAs(app, tech);
    await app.choosePassword("another");
    await signedInAs(app, other);
    expect(await app.stored()).toContain(other.id);
  });
});

describe("a temporary password", () => {
  beforeEach(() => {
    tech.temporaryPasswordUntil = new Date(Date.now() + 60_000).toISOString();
  });

  it("signs nobody in before they have chosen their own, also after a restart", async () => {
    const app = await startApp();
    expect(await app.signIn(tech.email, "secret")).toBeNull();
    expect([app.step(), app.identity(), await app.stored()]).toEqual(["new-password", null, null]);
    expect(app.useSignIn.getState().hasTemporaryPassword).toBe(true);
    expect((await startApp()).identity()).toBeNull();

    expect(await app.choosePassword("another")).toBeNull();
    await signedInAs(app, tech);
    expect(await app.signIn(tech.email, "another")).toBeNull();
    expect(app.useSignIn.getState().hasTemporaryPassword).toBe(false);
    await signedInAs(app, tech);
  });

  it("does not spare a second factor", async () => {
    tech.code = "123456";
    const app = await startApp();
    await app.signIn(tech.email, "secret");
    expect(app.step()).toBe("second-factor");
    await app.enterCode(first(app), "123456");
    expect(app.step()).toBe("new-password");
    await app.choosePassword("another");
    await signedInAs(app, tech);
  });

  it("asks for nothing of somebody whom a link or another service vouches for", async () => {
    const app = await openLink();
    await enterArrival(app);
    expect(app.useSignIn.getState().hasTemporaryPassword).toBe(false);
  });
});
