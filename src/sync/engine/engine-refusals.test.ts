import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ASK_CONVERSATION } from "#mirror/person/conversations.ts";
import { waitingItems } from "#mirror/person/outbox/outbox.ts";
import { onOutboxChange } from "#mirror/person/outbox/outbox-changes.ts";
import { readRecordingBytes } from "#mirror/person/recordings/recordings.ts";
import { askQuestion } from "#outbox/questions.ts";
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

describe("a refusal", () => {
  it.each([400, 403, 413, 415, 422])(
    "with status %i is shown to the person, and the recording is kept",
    async (status) => {
      dealFates(device.server, "function", {
        status,
        code: "malformed",
        message: "The server says why.",
      });
      const id = await device.record(tab);
      tab.engine.start();
      await untilState(tab, id, "needs-attention");
      const [item] = await waitingItems(tab.db);
      expect(item?.reason).toEqual({ code: "malformed", message: "The server says why." });
      expect(await readRecordingBytes(tab.db, id)).toHaveLength(1);
    },
  );

  it("with a code that only a newer server uses is shown as well", async () => {
    const refusal = { status: 422, code: "too_quiet", message: "Nothing can be heard." };
    dealFates(device.server, "function", refusal);
    const id = await device.record(tab);
    tab.engine.start();
    await untilState(tab, id, "needs-attention");
    const [item] = await waitingItems(tab.db);
    expect(item?.reason).toEqual({ code: "too_quiet", message: "Nothing can be heard." });
  });

  it.each([408, 409, 425, 429, 500, 502, 503])("with status %i is tried again", async (status) => {
    dealFates(
      device.server,
      "function",
      { status, code: "internal" },
      { status, code: "internal" },
    );
    await device.record(tab);
    tab.engine.start();
    await drained(tab);
    expect(device.server.logs.size).toBe(1);
  });

  it.each([422, 500])(
    "with status %i because the database took too long is tried again only a few times",
    async (status) => {
      const fate = { status, code: "57014", message: "It took too long." };
      const logs = () => device.server.requests.filter(({ kind }) => kind === "log").length;
      dealFates(device.server, "log", fate, fate, fate, fate);
      await device.record(tab);
      tab.engine.start();
      await drained(tab);
      expect(device.server.logs.size).toBe(1);
      expect(logs()).toBe(5);

      device.server.fate = ({ kind }) => (kind === "log" ? fate : "answer");
      const id = await device.record(tab);
      await vi.waitFor(
        async () => {
          tab.clock.advance(2_000);
          expect(await stateOf(tab, id)).toBe("needs-attention");
        },
        { timeout: 15_000, interval: 5 },
      );
      expect(logs()).toBe(10);
      expect((await waitingItems(tab.db))[0]?.reason?.message).toBe("It took too long.");
      expect(await readRecordingBytes(tab.db, id)).toHaveLength(1);
    },
  );

  it("that the server cannot explain yet is tried again, and the person is not told", async () => {
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
    tab.engine.start();
    await drained(tab);
    seen();
    expect(device.server.logs.size).toBe(1);
    expect(unsaid).toEqual([]);
    expect(states).not.toContain("needs-attention");
  });

  it("delays the next attempt at least as long as the backend asked", async () => {
    dealFates(device.server, "function", { status: 503, code: "ai_failed", retryAfter: 120 });
    const id = await device.record(tab);
    const before = device.clock.now();
    tab.engine.start();
    await untilState(tab, id, "waiting");
    expect((await waitingItems(tab.db))[0]?.due).toBeGreaterThanOrEqual(before + 120_000);
  });

  it("because of the rate limit pauses all items of the agent without trying them", async () => {
    device.server.fate = ({ kind }) =>
      kind === "function" ? { status: 429, code: "rate_limited", retryAfter: 30 } : "answer";
    for (let n = 0; n < 10; n += 1) await device.record(tab);
    tab.engine.start();
    await vi.waitFor(async () => {
      const states = (await waitingItems(tab.db)).map((item) => item.state);
      expect(states).toContain("waiting");
      expect(states).not.toContain("sending");
    });
    expect(
      device.server.requests.filter(({ kind }) => kind === "function").length,
    ).toBeLessThanOrEqual(3);
    device.server.fate = () => "answer";
    await drained(tab);
    expect(device.server.logs.size).toBe(10);
  });

  it("because of the rate limit pauses every context, even if the network comes back", async () => {
    device.server.fate = ({ kind }) =>
      kind === "function" ? { status: 429, code: "rate_limited", retryAfter: 30 } : "answer";
    const calls = () => device.server.requests.filter(({ kind }) => kind === "function").length;
    const id = await device.record(tab);
    tab.engine.start();
    await untilState(tab, id, "waiting");
    const other = device.open();
    other.engine.start();
    for (const why of ["network", "visible"] as const) {
      tab.engine.wake(why);
      other.engine.wake(why);
      await other.engine.drainOnce();
    }
    expect(calls()).toBe(1);
    device.server.fate = () => "answer";
    other.engine.wake("retry");
    await drained(other);
    expect(calls()).toBe(2);
  });

  it("that pauses one agent does not delay the items of another", async () => {
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
    tab.engine.start();
    await untilState(tab, question, "waiting");
    await untilState(tab, note, "waiting");
    device.server.fate = () => "answer";
    device.clock.advance(2_000);
    await untilState(tab, note, undefined);
    expect(await stateOf(tab, question)).toBe("waiting");
  });
});
