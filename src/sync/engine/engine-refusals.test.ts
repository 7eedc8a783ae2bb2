import { expect, it, vi } from "vitest";
import { ASK_CONVERSATION } from "#mirror/person/conversations.ts";
import { waitingItems } from "#mirror/person/outbox/outbox.ts";
import { onOutboxChange } from "#mirror/person/outbox/waiting.ts";
import { readRecordingBytes } from "#mirror/person/recordings/recordings.ts";
import { askQuestion } from "#outbox/questions.ts";
import { deferred } from "#tests/support/deferred.ts";
import type { RequestKind } from "#tests/support/sync/model-replies.ts";
import type { Fate } from "#tests/support/sync/model-server.ts";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import {
  dealFates,
  drained,
  retryAll,
  sendAll,
  sendUntil,
  stateOf,
  untilState,
} from "#tests/support/sync/waiting.ts";

const requests = (of: RequestKind) =>
  device.server.requests.filter(({ kind }) => kind === of).length;

function limitRate(): void {
  const fate = { status: 429, code: "rate_limited", retryAfter: 30 };
  device.server.fate = ({ kind }) => (kind === "function" ? fate : "answer");
}

it.each([
  ...[400, 403, 413, 415, 422].map((status) => ({ status, code: "malformed" })),
  // A code that only a newer server uses.
  { status: 422, code: "too_quiet" },
])(
  "a refusal with status $status and code '$code' is shown to the person, and the recording is kept",
  async ({ status, code }) => {
    dealFates(device.server, "function", { status, code, message: "The server says why." });
    const id = await device.record(tab);
    await sendUntil(tab, id, "needs-attention");
    const [item] = await waitingItems(tab.db);
    expect(item?.reason).toEqual({ code, message: "The server says why." });
    expect(await readRecordingBytes(tab.db, id)).toHaveLength(1);
  },
);

it.each([408, 409, 425, 429, 500, 502, 503])(
  "a refusal with status %i is tried again",
  async (status) => {
    const fate = { status, code: "internal" };
    dealFates(device.server, "function", fate, fate);
    await device.record(tab);
    await sendAll(tab);
    expect(device.server.logs.size).toBe(1);
  },
);

it.each([422, 500])(
  "a refusal with status %i because the database took too long is tried again only a few times",
  async (status) => {
    const fate = { status, code: "57014", message: "It took too long." };
    dealFates(device.server, "log", fate, fate, fate, fate);
    await device.record(tab);
    await sendAll(tab);
    expect(device.server.logs.size).toBe(1);
    expect(requests("log")).toBe(5);

    device.server.fate = ({ kind }) => (kind === "log" ? fate : "answer");
    const id = await device.record(tab);
    await vi.waitFor(
      async () => {
        tab.clock.advance(2_000);
        expect(await stateOf(tab, id)).toBe("needs-attention");
      },
      { timeout: 15_000, interval: 5 },
    );
    expect(requests("log")).toBe(10);
    expect((await waitingItems(tab.db))[0]?.reason?.message).toBe("It took too long.");
    expect(await readRecordingBytes(tab.db, id)).toHaveLength(1);
  },
);

it("a refusal that the server cannot explain yet is tried again, and the person is not told", async () => {
  const unsaid: Fate[] = ["drop-request", { status: 503, code: "internal" }];
  const refused: Fate = { status: 403, code: "42501" };
  const refusals = [refused, refused];
  device.server.fate = ({ kind }) => {
    const list = kind === "log" ? refusals : kind === "profile" ? unsaid : [];
    return list.shift() ?? "answer";
  };
  const id = await device.record(tab);
  const states = new Set<string | undefined>();
  const seen = onOutboxChange(tab.db, async () => states.add(await stateOf(tab, id)));
  await sendAll(tab);
  seen();
  expect(device.server.logs.size).toBe(1);
  expect(unsaid).toEqual([]);
  expect(states).not.toContain("needs-attention");
});

it("a refusal delays the next attempt at least as long as the backend asked", async () => {
  dealFates(device.server, "function", { status: 503, code: "ai_failed", retryAfter: 120 });
  const id = await device.record(tab);
  const before = device.clock.now();
  await sendUntil(tab, id, "waiting");
  expect((await waitingItems(tab.db))[0]?.due).toBeGreaterThanOrEqual(before + 120_000);
});

it("a refusal because of the rate limit pauses all items of the agent without trying them", async () => {
  limitRate();
  for (let n = 0; n < 10; n += 1) await device.record(tab);
  tab.engine.start();
  await vi.waitFor(async () => {
    const states = (await waitingItems(tab.db)).map((item) => item.state);
    expect(states).toContain("waiting");
    expect(states).not.toContain("sending");
  });
  expect(requests("function")).toBeLessThanOrEqual(3);
  device.server.fate = () => "answer";
  await drained(tab);
  expect(device.server.logs.size).toBe(10);
});

it("a refusal because of the rate limit pauses every context, even if the network comes back", async () => {
  limitRate();
  const id = await device.record(tab);
  await sendUntil(tab, id, "waiting");
  const other = device.open();
  other.engine.start();
  for (const why of ["network", "visible"] as const) {
    tab.engine.wake(why);
    other.engine.wake(why);
    await other.engine.drainOnce();
  }
  expect(requests("function")).toBe(1);
  device.server.fate = () => "answer";
  await retryAll(other);
  expect(requests("function")).toBe(2);
});

it("a refusal that pauses one agent does not delay the items of another", async () => {
  device.server.fate = ({ kind, key }) => {
    if (kind !== "function") return "answer";
    return key === question
      ? { status: 503, code: "ai_not_configured", retryAfter: 3_000 }
      : { status: 503, code: "ai_failed" };
  };
  const question = await askQuestion(tab.db, tab.ports, {
    agent: "ask",
    conversation: ASK_CONVERSATION,
    text: "Which filter?",
  });
  const note = await device.record(tab);
  await sendUntil(tab, question, "waiting");
  await untilState(tab, note, "waiting");
  device.server.fate = () => "answer";
  device.clock.advance(2_000);
  await untilState(tab, note, undefined);
  expect(await stateOf(tab, question)).toBe("waiting");
});

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

it("a page that did not notice a revoked session sends again when it is seen after the sign-in", async () => {
  device.server.sessions.endAll();
  const id = await device.record(tab);
  tab.engine.start();
  await refusals(1);

  device.signIn(device.server.personId);
  tab.engine.wake("visible");
  await drained(tab);
  expect([...device.server.logs.keys()]).toEqual([id]);
});

it("a session that is still revoked is tried once each time the page is seen, and no attempt counts", async () => {
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
