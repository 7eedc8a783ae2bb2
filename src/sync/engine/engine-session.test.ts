import { expect, it, vi } from "vitest";
import { waitingItems } from "#mirror/person/outbox/outbox.ts";
import { deferred } from "#tests/support/deferred.ts";
import type { Fate } from "#tests/support/sync/model-server.ts";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import { dealFates, drained, sendAll, sendUntil } from "#tests/support/sync/waiting.ts";

/** Waits until the engine has reported a refused session `count` times. */
async function refusals(count: number): Promise<void> {
  await vi.waitFor(() => expect(tab.sessionRefusals()).toBe(count));
}

it("the session is not refreshed again for a call that was sent before the refresh", async () => {
  device.server.sessions.refuseAccessTokens();
  const first = await device.record(tab, 1000);
  const second = await device.record(tab, 2000);
  const secondLeft = deferred();
  const firstArrived = deferred();
  device.server.fate = async ({ kind, key }): Promise<Fate> => {
    if (kind === "function" && key === first) await secondLeft.promise;
    if (kind === "log" && key === first) firstArrived.resolve();
    if (kind === "function" && key === second) {
      secondLeft.resolve();
      await firstArrived.promise;
    }
    return "answer";
  };
  // Both are sent with the old token; the second is refused long after the first has refreshed
  // it.
  await sendAll(tab);
  expect(device.server.sessions.refreshes).toBe(1);
  expect(device.server.logs.size).toBe(2);
});

it.each<[string, string, () => void]>([
  ["that was revoked", "sign_in", () => device.server.sessions.endAll()],
  [
    "of a suspended person",
    "suspended",
    () => dealFates(device.server, "function", { status: 403, code: "suspended" }),
  ],
])(
  "the session %s: the note is kept, no attempt counts; a sign-in sends it",
  async (_, code, end) => {
    end();
    const id = await device.record(tab);
    await sendUntil(tab, id, "needs-sign-in");
    expect((await waitingItems(tab.db))[0]).toMatchObject({ attempts: 0, reason: { code } });
    await refusals(1);
    tab.close();

    device.signIn(device.server.personId);
    const back = device.open();
    await sendAll(back);
    expect([...device.server.logs.keys()]).toEqual([id]);
  },
);

it("the session that was revoked unnoticed by a page: the page sends when seen after sign-in", async () => {
  device.server.sessions.endAll();
  const id = await device.record(tab);
  tab.engine.start();
  await refusals(1);

  device.signIn(device.server.personId);
  tab.engine.wake("visible");
  await drained(tab);
  expect([...device.server.logs.keys()]).toEqual([id]);
});

it("the session that is still revoked is tried once per look at the page; no attempt counts", async () => {
  device.server.sessions.endAll();
  await device.record(tab);
  tab.engine.start();
  await refusals(1);

  tab.engine.wake("visible");
  await refusals(2);
  expect(await waitingItems(tab.db)).toMatchObject([{ state: "needs-sign-in", attempts: 0 }]);
});

it("the session of another person is never used: the note stays with the person who made it", async () => {
  device.signIn("01900000-0000-7000-8000-000000000000");
  const id = await device.record(tab);
  await sendUntil(tab, id, "needs-sign-in");
  expect(device.server.requests.every(({ kind }) => kind === "health")).toBe(true);
});
