import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { waitingItems } from "#mirror/person/outbox/outbox.ts";
import { type Context, Device } from "#tests/support/sync/device.ts";
import type { Fate } from "#tests/support/sync/model-server.ts";
import { dealFates, drained, stateOf, untilState } from "#tests/support/sync/waiting.ts";

let device: Device;
let tab: Context;

beforeEach(() => {
  device = new Device();
  tab = device.open();
});

afterEach(() => {
  device.close();
});

/** A promise, and the function that resolves it. */
function signal(): [Promise<void>, () => void] {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, give];
}

/**
 * Waits until the engine has reported a refused session `count` times, which it does after the
 * items show it.
 */
async function refusals(count: number): Promise<void> {
  await vi.waitFor(() => expect(tab.sessionRefusals()).toBe(count));
}

describe("the session", () => {
  it("is refreshed once for all when the token is refused, and everything is sent", async () => {
    device.server.sessions.refuseAccessTokens();
    await Promise.all([device.record(tab), device.record(tab), device.record(tab)]);
    tab.engine.start();
    await drained(tab);
    expect(device.server.sessions.refreshes).toBe(1);
    expect(device.server.logs.size).toBe(3);
  });

  it("is not refreshed again for a call that was sent before the refresh", async () => {
    device.server.sessions.refuseAccessTokens();
    const first = await device.record(tab, 1000);
    const second = await device.record(tab, 2000);
    const [secondLeft, sawSecondLeave] = signal();
    const [firstArrived, sawFirstArrive] = signal();
    device.server.fate = async ({ kind, key }): Promise<Fate> => {
      if (kind === "function" && key === first) await secondLeft;
      if (kind === "log" && key === first) sawFirstArrive();
      if (kind === "function" && key === second) {
        sawSecondLeave();
        await firstArrived;
      }
      return "answer";
    };
    // Both are sent with the old token; the second is refused long after the first has refreshed
    // it.
    tab.engine.start();
    await drained(tab);
    expect(device.server.sessions.refreshes).toBe(1);
    expect(device.server.logs.size).toBe(2);
  });

  it("that was revoked: the note is kept, no attempt counts; a sign-in sends it", async () => {
    device.server.sessions.endAll();
    const id = await device.record(tab);
    tab.engine.start();
    await untilState(tab, id, "needs-sign-in");
    expect((await waitingItems(tab.db))[0]?.attempts).toBe(0);
    await refusals(1);
    tab.close();

    device.signIn(device.server.personId);
    const signedInAgain = device.open();
    signedInAgain.engine.start();
    await drained(signedInAgain);
    expect([...device.server.logs.keys()]).toEqual([id]);
  });

  it("that was revoked unnoticed by a page: the page sends when seen after sign-in", async () => {
    device.server.sessions.endAll();
    const id = await device.record(tab);
    tab.engine.start();
    await refusals(1);

    device.signIn(device.server.personId);
    tab.engine.wake("visible");
    await drained(tab);
    expect([...device.server.logs.keys()]).toEqual([id]);
  });

  it("that is still revoked is tried once per look at the page; no attempt counts", async () => {
    device.server.sessions.endAll();
    await device.record(tab);
    tab.engine.start();
    await refusals(1);

    tab.engine.wake("visible");
    await refusals(2);
    expect(await waitingItems(tab.db)).toMatchObject([{ state: "needs-sign-in", attempts: 0 }]);
  });

  it("of a suspended person: the note is kept, no attempt counts; it is sent later", async () => {
    dealFates(device.server, "function", { status: 403, code: "suspended" });
    const id = await device.record(tab);
    tab.engine.start();
    await untilState(tab, id, "needs-sign-in");
    expect((await waitingItems(tab.db))[0]).toMatchObject({
      attempts: 0,
      reason: { code: "suspended" },
    });
    await refusals(1);
    tab.close();

    const back = device.open();
    back.engine.start();
    await drained(back);
    expect([...device.server.logs.keys()]).toEqual([id]);
  });

  it("of another person is never used: the note stays with the person who made it", async () => {
    device.signIn("01900000-0000-7000-8000-000000000000");
    const id = await device.record(tab);
    tab.engine.start();
    await untilState(tab, id, "needs-sign-in");
    expect(device.server.requests.every(({ kind }) => kind === "health")).toBe(true);
  });

  it("does not end when the network fails during a refresh", async () => {
    device.server.sessions.refuseAccessTokens();
    let down = true;
    device.server.fate = ({ kind }) =>
      kind === "token" && down ? { status: 503, code: "x" } : "answer";
    const id = await device.record(tab);
    tab.engine.start();
    await vi.waitFor(() =>
      expect(device.server.sessions.refreshes + device.server.requests.length).toBeGreaterThan(2),
    );
    expect(await stateOf(tab, id)).not.toBe("needs-sign-in");
    down = false;
    await drained(tab);
    expect(tab.sessionRefusals()).toBe(0);
  });
});
