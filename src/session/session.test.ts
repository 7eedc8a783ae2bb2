import { describe, expect, it, vi } from "vitest";
import {
  heldAnswer,
  STORED_SESSION,
  type StartedApp,
  server,
  signedInAs,
  startApp,
  tech,
} from "#tests/support/auth/app-start.ts";
import type { ModelPerson } from "#tests/support/auth/model-auth-server.ts";
import { requestRow } from "#tests/support/rows.ts";

async function startSignedIn(person = tech): Promise<StartedApp> {
  const app = await startApp();
  await app.signIn(person.email, "secret");
  await signedInAs(app, person);
  return app;
}

const says = (app: StartedApp, state: Partial<ReturnType<typeof app.useSession.getState>>) =>
  vi.waitFor(() => expect(app.useSession.getState()).toMatchObject(state));

const REFRESH = "/auth/v1/token?grant_type=refresh_token";

/** An app to which the person had signed in, restarted with another session. */
async function startAgain(session: unknown): Promise<StartedApp> {
  const before = await startApp();
  await before.signIn(tech.email, "secret");
  // Its check at the start is over then: it would take up the other session.
  await before.refreshIdentity();
  await before.deviceStore.setItem(STORED_SESSION, JSON.stringify(session));
  server.requests.length = 0;
  return startApp();
}

const askedToRefresh = (times: number) =>
  vi.waitFor(
    () => {
      const asked = server.requests.filter((request) => request === `POST ${REFRESH}`);
      expect(asked.length).toBeGreaterThanOrEqual(times);
    },
    { timeout: 5000 },
  );

it("an expired session is refreshed at the start", async () => {
  const app = await startAgain(server.session(tech, "aal1", -10));
  await vi.waitFor(async () => expect(await app.stored()).toMatch(/refresh-3/));
  expect(app.identity()?.id).toBe(tech.id);
});

it.each<[string, () => Promise<Response> | Response]>([
  ["the network is down", () => Promise.reject(new TypeError("network error"))],
  ["the server fails", () => Response.json({ error_code: "unexpected" }, { status: 500 })],
  ["a login page answers 200", () => new Response("<html>Log in</html>")],
])("an expired session is kept, and tried again, while %s", async (_, answer) => {
  const expired = server.session(tech, "aal1", -10);
  server.interfere = (_method, path) => (path === REFRESH ? answer() : null);
  const app = await startAgain(expired);
  await askedToRefresh(3);
  expect([app.identity()?.id, await app.stored()]).toEqual([tech.id, JSON.stringify(expired)]);
});

it("an expired session ends when the server refuses it", async () => {
  const expired = server.session(tech, "aal1", -10);
  server.revokeAll();
  const app = await startAgain(expired);
  await says(app, { identity: null, ended: true });
  await vi.waitFor(async () => expect(await app.stored()).toBeNull());
});

it("an expired session is removed at once by a sign-out without a network, even during a refresh", async () => {
  const expired = server.session(tech, "aal1", -10);
  const { held, answer } = heldAnswer();
  server.interfere = (_, path) => (path === REFRESH ? held : null);
  const before = await startAgain(expired);
  await askedToRefresh(1);
  server.interfere = (_, path) =>
    path === REFRESH ? held : Promise.reject(new TypeError("network error"));
  await before.signOut();
  expect(await before.stored()).toBeNull();
  await says(before, { identity: null, ended: false });

  // Now the answer to the refresh arrives.
  answer();
  await expect(before.useSession.getState().backend?.auth.current()).resolves.toEqual({
    kind: "none",
  });
  server.interfere = () => null;
  const later = await startApp();
  expect([later.identity(), await later.stored()]).toEqual([null, null]);
});

it("a person whose account is deleted while they are signed in is told so, and not that they are suspended, while their last token is valid", async () => {
  const app = await startSignedIn();
  server.delete(tech);
  document.dispatchEvent(new Event("visibilitychange"));
  await says(app, { identity: null, suspended: false, deleted: true });
  expect(await app.stored()).toBeNull();
  // A page that is opened later tells it too, until a person signs in.
  const later = await startApp();
  await says(later, { deleted: true });
  const other = server.add({ email: "other@example.test" });
  await later.signIn(other.email, "secret");
  await says(later, { deleted: false });
});

it("a person whose account is deleted while they are signed in is told so when the refresh of their session is refused", async () => {
  const app = await startSignedIn();
  const backend = app.useSession.getState().backend;
  await backend?.auth.current();
  server.delete(tech);
  expect(await backend?.auth.refresh()).toEqual({ kind: "none" });
  // As sync does when the session is refused.
  await app.endSession(tech.id);
  await says(app, { identity: null, ended: true, deleted: true });
});

it("a person whose account is deleted while they are signed in is only told that the session ended when no valid token is left", async () => {
  const expired = server.session(tech, "aal1", -10);
  const before = await startSignedIn();
  await before.deviceStore.setItem(STORED_SESSION, JSON.stringify(expired));
  server.delete(tech);
  const app = await startApp();
  await vi.waitFor(async () => expect(await app.stored()).toBeNull());
  await says(app, { ended: true, deleted: false });
});

describe("a person who is suspended while they are signed in", () => {
  const REFUSED = Response.json({ error: { code: "suspended", message: "No." } }, { status: 403 });

  it.each<[string, (app: StartedApp) => unknown]>([
    ["the page becomes visible", () => document.dispatchEvent(new Event("visibilitychange"))],
    [
      "a server function says so",
      (app) => {
        server.interfere = (_, path) => (path.startsWith("/functions") ? REFUSED.clone() : null);
        return app.useSession
          .getState()
          .backend?.functions.deleteUser(
            { user_id: crypto.randomUUID() },
            { personId: tech.id, key: crypto.randomUUID(), signal: AbortSignal.timeout(5000) },
          );
      },
    ],
    [
      "a refresh is refused for it",
      (app) => {
        server.interfere = (_, path) =>
          path === REFRESH ? Response.json({ error_code: "user_banned" }, { status: 400 }) : null;
        return app.useSession.getState().backend?.auth.refresh();
      },
    ],
  ])("is told and signed out when %s", async (_, happens) => {
    const app = await startSignedIn();
    tech.suspended = true;
    await happens(app);
    await says(app, { identity: null, suspended: true });
    expect(await app.stored()).toBeNull();

    // Also at the next start, until a person signs in.
    const next = await startApp();
    expect(next.useSession.getState().suspended).toBe(true);
    tech.suspended = false;
    server.interfere = () => null;
    expect(await next.signIn(tech.email, "secret")).toBeNull();
    await says(next, { suspended: false });
  });
});

it("the signed-in person is not signed in again by an answer that arrives after the sign-out", async () => {
  const app = await startSignedIn();
  const { held, answer } = heldAnswer();
  server.interfere = (_, path) => (path.startsWith("/rest/v1/profiles") ? held : null);
  const refreshing = app.refreshIdentity();
  await vi.waitFor(() => expect(server.requests.at(-1)).toContain("/rest/v1/"));
  await app.signOut();
  answer();
  await refreshing;
  expect([await app.deviceStore.getItem("identity"), await app.stored()]).toEqual([null, null]);
});

it("the signed-in person has always verified their account's second factor", async () => {
  tech.code = "123456";
  const app = await startAgain(server.session(tech, "aal1"));
  await vi.waitFor(async () => expect([app.identity(), await app.stored()]).toEqual([null, null]));
});

it("the signed-in person never sends a request with another person's session", async () => {
  const other = server.add({ email: "other@example.test" });
  const app = await startSignedIn();
  await app.deviceStore.setItem(STORED_SESSION, JSON.stringify(server.session(other)));
  server.requests.length = 0;
  const { backend } = app.useSession.getState();
  expect(await backend?.tables.readProfile(tech.id)).toEqual({ kind: "sign-in" });
  expect(server.requests).toEqual([]);
});

const company = crypto.randomUUID();

async function openMirror(person: ModelPerson) {
  const { PersonDatabase } = await import("../mirror/person/person-database.ts");
  return new PersonDatabase(person.id);
}

it.each<[string, Partial<ModelPerson>, number, boolean?]>([
  ["stays while their role and company stay the same", {}, 1],
  ["is deleted when they become a technician", { role: "field_tech" }, 0],
  ["is deleted when they move to another company", { companyId: crypto.randomUUID() }, 0],
  ["is deleted when they sign in again as a technician", { role: "field_tech" }, 0, true],
])("the data that a person saw as an administrator %s", async (_, change, left, again = false) => {
  const boss = server.add({ email: "boss@example.test", role: "admin", companyId: company });
  const app = await startSignedIn(boss);
  const db = await openMirror(boss);
  await db.submissions.put({ ...requestRow(), mirroredAt: 1, leaving: false });
  db.close();
  if (again) await app.signOut();
  Object.assign(boss, change);
  if (again) await app.signIn(boss.email, "secret");
  else await app.refreshIdentity();
  await vi.waitFor(() => expect(app.identity()?.role).toBe(boss.role));
  const after = await openMirror(boss);
  expect(await after.submissions.count()).toBe(left);
  after.close();
});
